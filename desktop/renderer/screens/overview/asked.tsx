import type { Insights } from '../../../../shared/overview.ts'
import { Link } from '../../ui/link.tsx'
import { useOverviewWords } from '../../words/screen-words.ts'
import styles from './cards.module.css'
import { listOf } from './links.ts'

/** Unanswered questions of visitors, most frequent first. */
export function Asked({ questions }: { questions: Insights['unansweredQuestions'] }) {
  const { asked: words } = useOverviewWords()
  return (
    <section className={styles.card} aria-label={words.title}>
      <header className="cluster spread">
        <h2>{words.title}</h2>
        {questions.length > 0 && <Link to={{ page: 'knowledge', tab: 'gaps', id: null }}>{words.answer}</Link>}
      </header>
      {questions.length === 0 && <p className="muted">{words.none}</p>}
      <ul className={styles.list}>
        {questions.map(({ gapId, text, count, conversationId }) => (
          <li className="row spread gap-4" key={text}>
            <Link className="clamp" to={{ page: 'inbox', list: 'all', id: conversationId }} dir="auto">
              {text}
            </Link>
            <span className="muted">
              <Link to={listOf({}, { asked: gapId })}>{words.count(count)}</Link>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
