import { useQuery } from '@tanstack/react-query'
import type { Models, StoredModel } from '../../../../shared/model.ts'
import { Section } from '../../form/fields.tsx'
import { useDesk } from '../../live/desk.tsx'
import { modelsQuery, settingsQuery } from '../../live/queries.ts'
import { useFigures } from '../../ui/format.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useModelWords } from '../../words/screen-words.ts'
import { CheckModel } from './model-check.tsx'
import { FetchModel } from './model-fetch.tsx'
import { ModelInUse } from './model-in-use.tsx'

/** The model in use, the available ones, and how to download another one. */
export function ModelPage() {
  const desk = useDesk()
  const { site } = desk
  const query = useQuery(modelsQuery(desk))
  const { data: answer } = useQuery(settingsQuery(desk))
  return (
    <QueryBoundary query={query}>
      {(models) => (
        <>
          {answer && <ModelInUse models={models} assistant={answer.settings.assistant} />}
          {models.provider !== 'http' && <CheckModel key={site.id} />}
          {models.provider !== 'http' && <There models={models} />}
          <FetchModel models={models} />
        </>
      )}
    </QueryBoundary>
  )
}

function There({ models: { models, mayFetch } }: { models: Models }) {
  const words = useModelWords()
  return (
    <Section title={words.there}>
      <ul className="settings-list">
        {models.map((model) => (
          <ModelRow key={model.name} model={model} />
        ))}
      </ul>
      {models.length === 0 && <p className="empty">{mayFetch ? words.none : words.noneElsewhere}</p>}
    </Section>
  )
}

function ModelRow({ model: { name, size, abilities, contextTokens, inMemory, remoteHost } }: { model: StoredModel }) {
  const words = useModelWords()
  const write = useFigures()
  const notes = [
    ...(size === null ? [] : [write.size(size)]),
    ...abilities.map((ability) => words.abilities[ability]),
    ...(contextTokens === null ? [] : [words.window(write.whole(contextTokens))]),
  ]
  return (
    <li>
      <div className="what">
        <p className="strong">
          <bdi>{name}</bdi> {size !== null && inMemory && <span className="tag">{words.inMemory}</span>}
          {remoteHost !== null && (
            <span className="tag danger" title={words.leavesTo(remoteHost)}>
              {words.leaves}
            </span>
          )}
        </p>
        <p className="muted">{notes.join(' · ')}</p>
      </div>
    </li>
  )
}
