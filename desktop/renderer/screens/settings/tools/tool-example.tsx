import { useId } from 'react'
import { useToolsWords } from '../../../words/screen-words.ts'
import styles from './tools.module.css'

const name = 'order_lookup'
const url = 'https://api.example.com/orders/{{args.number}}'

/** Explains tools by one, while there are none. */
export function ToolExample() {
  const id = useId()
  const { example: words, prompt } = useToolsWords()
  const facts = [
    [words.name, <code key="name">{name}</code>],
    [words.description, words.descriptionValue],
    [words.parameter, words.parameterValue],
    [words.url, <code key="url">{url}</code>],
    [words.prompt, prompt.line(name, words.descriptionValue)],
  ] as const
  return (
    <section className="settings-section" aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <p className="muted">{words.intro}</p>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
