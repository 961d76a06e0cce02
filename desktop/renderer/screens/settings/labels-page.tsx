import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Label } from '../../../../shared/label.ts'
import { EditableList } from '../../form/editable-list.tsx'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { labelsQuery, settingsQuery } from '../../live/queries.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { aiLabels as de } from '../../words/de/ai-labels.ts'
import { type AiLabelsWords, aiLabels as en } from '../../words/en/ai-labels.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { ownWords } from '../../words/own-words.ts'
import { LabelForm } from './label-form.tsx'

/** The labels of the site. */
export function LabelsPage() {
  const desk = useDesk()
  return (
    <>
      <AiLabelsNote />
      <QueryBoundary query={useQuery(labelsQuery(desk))}>
        {({ labels, colors }) => <Labels {...{ labels, colors }} />}
      </QueryBoundary>
    </>
  )
}

function Labels({ labels, colors }: { labels: Label[]; colors: string[] }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { labels: words, settings } = useLaterWords()
  const remove = async ({ id }: Label) => {
    await client.labels.delete.mutate({ site: site.id, id })
    await queries.invalidateQueries({ queryKey: keys.labels(site.id) })
  }
  return (
    <EditableList
      name={settings.pages.labels}
      intro={words.intro}
      add={words.add}
      empty={words.empty}
      items={labels}
      few={8}
      mayEdit
      textsOf={({ name, description }) => [name, description]}
      form={(close, label) => <LabelForm colors={colors} close={close} {...(label && { label })} />}
      nameOf={({ name }) => name}
      show={(label) => <Shown label={label} />}
      remove={remove}
      removeHint={words.removeHint}
    />
  )
}

function Shown({ label: { name, color, description, ai } }: { label: Label }) {
  const { labels: words } = useLaterWords()
  return (
    <>
      <p>
        <span className="label-dot" style={{ background: color }} />
        <bdi>{name}</bdi>
      </p>
      {description && (
        <p className="muted clamp" dir="auto">
          {description}
        </p>
      )}
      <small>{ai ? words.byAi : words.byTeam}</small>
    </>
  )
}

const useAiLabelsWords = ownWords<AiLabelsWords>({ en, de })

/** Shows if the assistant does not set labels. */
function AiLabelsNote() {
  const words = useAiLabelsWords()
  const { data } = useQuery(settingsQuery(useDesk()))
  if (!data) return null
  const { connector, ai, settings } = data
  if (connector !== 'assistant') return <p className="muted">{words.ownBackend}</p>
  if (ai === null) return <p className="muted">{words.noModel}</p>
  return settings.autoSummary ? null : <p className="muted">{words.off}</p>
}
