import type { SearchAnswer } from '../../../../shared/knowledge.ts'
import { useFigures, useTimes } from '../../ui/format.ts'
import { inPlaces } from '../../ui/in-places.ts'
import type { KnowledgeWords } from '../../words/en/knowledge.ts'
import { useKnowledgeWords } from '../../words/screen-words.ts'
import { readTrace, type Stage } from './search-trace.ts'

type SearchWords = KnowledgeWords['search']

/** What a step is called; one that has no words here goes by its own name. */
export const nameOfStage = (name: string, { stages }: SearchWords): string =>
  name in stages ? stages[name as keyof typeof stages] : name

/** How the passages came about, step by step. */
export function SearchStages({ answer }: { answer: SearchAnswer }) {
  const { search: words } = useKnowledgeWords()
  const times = useTimes()
  const write = useFigures()
  const { stages, notes, figures, times: lasted } = readTrace(answer.trace)
  const titles = new Map(answer.chunks.map(({ id, title, headingPath }) => [id, headingPath || title]))
  const all: [string, string][] = [
    ...figures.map(([name, value]): [string, string] => [nameOfStage(name, words), write.exact(value)]),
    [words.neurons, write.exact(answer.neurons)],
    ...lasted.map(([name, ms]): [string, string] => [words.time(nameOfStage(name, words)), times.lasted(ms)]),
  ]
  return (
    <section className="settings-section" aria-label={words.how}>
      <h2>{words.how}</h2>
      {notes.map(({ name, texts }) => (
        <div key={name} className="stage-notes">
          <h3>{nameOfStage(name, words)}</h3>
          {inPlaces(texts.map(noteOf))}
        </div>
      ))}
      <div className="stages">
        {stages.map((stage) => (
          <StageList key={stage.name} stage={stage} titles={titles} />
        ))}
      </div>
      <dl>
        {all.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const noteOf = (text: string) => <p dir="auto">{text}</p>

const shownAtFirst = 6

function StageList({ stage: { name, passages }, titles }: { stage: Stage; titles: Map<string, string> }) {
  const { search: words } = useKnowledgeWords()
  const write = useFigures()
  return (
    <div className="stage">
      <h3>{nameOfStage(name, words)}</h3>
      <ol>
        {passages.slice(0, shownAtFirst).map(({ id, score }) => (
          <li key={id}>
            <span dir="auto">{titles.get(id) ?? words.other}</span>
            <span className="muted">{write.exact(score)}</span>
          </li>
        ))}
      </ol>
      {passages.length > shownAtFirst && <p className="muted">{words.more(passages.length - shownAtFirst)}</p>}
    </div>
  )
}
