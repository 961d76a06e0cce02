import type { OverviewAnswer } from '../../../../shared/overview.ts'
import { Ago } from '../../ui/ago.tsx'
import { Link } from '../../ui/link.tsx'
import { useOverviewWords } from '../../words/screen-words.ts'
import styles from './cards.module.css'

const plain = (ago: string) => ago

/** The latest conversations and contacts. */
export function Recent({ answer: { recentQuestions, recentLeads } }: { answer: OverviewAnswer }) {
  const { recent: words } = useOverviewWords()
  if (recentQuestions.length + recentLeads.length === 0) return null
  return (
    <div className={`grid ${styles.wide}`}>
      <section className={styles.card} aria-label={words.questions}>
        <h2>{words.questions}</h2>
        <ul className={styles.list}>
          {recentQuestions.map(({ id, text, at }) => (
            <li className="row spread gap-4" key={id}>
              <Link className="clamp" to={{ page: 'inbox', list: 'all', id }} dir="auto">
                {text}
              </Link>
              <span className="muted">
                <Ago at={at} text={plain} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.card} aria-label={words.leads}>
        <h2>{words.leads}</h2>
        <ul className={styles.list}>
          {recentLeads.map((lead) => (
            <Lead key={lead.id} lead={lead} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function Lead({ lead }: { lead: OverviewAnswer['recentLeads'][number] }) {
  const { recent: words } = useOverviewWords()
  const { id, name, email, phone, at } = lead
  const called = name || email || phone || words.nameless
  return (
    <li className="row spread gap-4">
      <Link className="clamp" to={{ page: 'contacts', id, query: '' }} dir="auto">
        {called}
      </Link>
      <span className="muted">
        <Ago at={at} text={plain} />
      </span>
    </li>
  )
}
