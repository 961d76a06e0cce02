import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { SearchAnswer, SearchHit } from '../../../../shared/knowledge.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keepTried } from '../../live/guide.ts'
import { Away } from '../../ui/external-link.tsx'
import { useFigures } from '../../ui/format.ts'
import { Formatted } from '../../ui/message/formatted.tsx'
import { safePage, shortAddress } from '../../ui/web-address.ts'
import { useKnowledgeWords } from '../../words/screen-words.ts'
import { QuestionForm } from './question-form.tsx'
import { nameOfStage, SearchStages } from './search-stages.tsx'
import styles from './search-tab.module.css'
import { isGood, placesOf, readTrace, relevanceOf } from './search-trace.ts'

/** Searches the knowledge with a visitor's question, and shows what the assistant would use. */
export function SearchTab() {
  const { client, site } = useDesk()
  const { search: words } = useKnowledgeWords()
  const search = useMutation({
    mutationFn: (query: string) => client.knowledge.search.mutate({ site: site.id, query }),
    onSuccess: () => keepTried(site.id),
  })
  return (
    <>
      <section className="settings-section">
        <p className="muted">{words.intro}</p>
        <QuestionForm
          label={words.question}
          example={words.example}
          submit={search.isPending ? words.searching : words.search}
          busy={search.isPending}
          ask={(query) => search.mutate(query)}
        />
        <div role="status">
          {search.isSuccess && <Verdict answer={search.data} />}
          {search.isError && (
            <p className="checked error">
              <CircleAlert size={16} aria-hidden="true" />
              <span>{words.failed(wordsOf(search.error))}</span>
            </p>
          )}
        </div>
      </section>
      {search.isSuccess && <Answer answer={search.data} />}
    </>
  )
}

/** What the assistant would do with the results. */
function Verdict({ answer: { query, chunks, trace } }: { answer: SearchAnswer }) {
  const { search: words } = useKnowledgeWords()
  const good = chunks.filter(({ id }) => isGood(id, trace)).length
  const text =
    good > 0 ? words.found(good, query) : chunks.length > 0 ? words.foundTooLittle(query) : words.foundNothing(query)
  const Icon = good > 0 ? CircleCheck : CircleAlert
  return (
    <p className={good > 0 ? 'checked good' : 'checked warning'} dir="auto">
      <Icon size={16} aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}

function Answer({ answer }: { answer: SearchAnswer }) {
  const { search: words } = useKnowledgeWords()
  const { chunks } = answer
  return (
    <>
      {chunks.length > 0 && (
        <section className="settings-section" aria-label={words.passages}>
          <h2>{words.passages}</h2>
          <ol className={`stack gap-4 ${styles.foundPassages}`}>
            {chunks.map((hit) => (
              <Found key={hit.id} hit={hit} answer={answer} />
            ))}
          </ol>
        </section>
      )}
      <SearchStages answer={answer} />
    </>
  )
}

function Found({ hit, answer: { trace } }: { hit: SearchHit; answer: SearchAnswer }) {
  const { search: words } = useKnowledgeWords()
  const figures = useFigures()
  const good = isGood(hit.id, trace)
  const relevance = relevanceOf(hit.id, trace)
  const ways = placesOf(hit.id, readTrace(trace).stages)
  return (
    <li className={`stack gap-1 ${good ? styles.used : ''}`}>
      <p className="strong" dir="auto">
        <bdi>{hit.title}</bdi>
        {hit.category && <span className="tag">{hit.category}</span>}
      </p>
      {hit.headingPath && (
        <p className="muted" dir="auto">
          {hit.headingPath}
        </p>
      )}
      <Formatted text={hit.content} markdown />
      <p className={`cluster muted ${styles.foundFacts}`}>
        <span>{good ? words.good : words.tooLittle}</span>
        {relevance !== undefined && <span>{words.relevance(figures.percent(relevance))}</span>}
        {ways.map(({ name, place }) => (
          <span key={name}>{words.at(nameOfStage(name, words), place)}</span>
        ))}
        {safePage(hit.url) ? <Away address={hit.url}>{shortAddress(hit.url)}</Away> : <span>{words.noPage}</span>}
      </p>
    </li>
  )
}
