import type { Insights } from '../../../../shared/overview.ts'
import { Link } from '../../ui/link.tsx'
import { useOverviewWords } from '../../words/screen-words.ts'
import { listOf } from './links.ts'

/** What visitors asked and nobody could answer, what was asked most first. */
export function Asked({ questions }: { questions: Insights['unansweredQuestions'] }) {
  const { asked: words } = useOverviewWords()
  return (
    <section className="overview-card" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        {questions.length > 0 && <Link to={{ page: 'knowledge', tab: 'gaps', id: null }}>{words.answer}</Link>}
      </header>
      {questions.length === 0 && <p className="muted">{words.none}</p>}
      <ul className="overview-list">
        {questions.map(({ gapId, text, count, conversationId }) => (
          <li key={text}>
            <Link to={{ page: 'inbox', list: 'all', id: conversationId }} dir="auto">
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
