import type { SearchAnswer } from '../../../../shared/knowledge.ts'
import { useFigures, useTimes } from '../../ui/format.ts'
import { keyedByPosition } from '../../ui/in-places.ts'
import type { KnowledgeWords } from '../../words/en/knowledge.ts'
import { useKnowledgeWords } from '../../words/screen-words.ts'
import styles from './search-tab.module.css'
import { readTrace, type Stage } from './search-trace.ts'

type SearchWords = KnowledgeWords['search']

/** The label of a stage; unknown ones show their name. */
export const nameOfStage = (name: string, { stages }: SearchWords): string =>
  name in stages ? stages[name as keyof typeof stages] : name

/** How the passages were found, stage by stage. */
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
        <div key={name}>
          <h3>{nameOfStage(name, words)}</h3>
          {keyedByPosition(texts.map(noteOf))}
        </div>
      ))}
      <div className={`grid ${styles.stages}`}>
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
    <div className={styles.stage}>
      <h3>{nameOfStage(name, words)}</h3>
      <ol className="marked">
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
