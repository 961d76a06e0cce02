import { useQuery } from '@tanstack/react-query'
import type { Away as AwayAnswer } from '../../../../../shared/inbox.ts'
import { inOneLine } from '../../../../../shared/markdown.ts'
import { countWords, maxCounted } from '../../../live/counts.ts'
import { useDesk } from '../../../live/desk.tsx'
import type { ListName } from '../../../live/keys.ts'
import { wholeTime } from '../../../ui/format.ts'
import { Link } from '../../../ui/link.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import styles from './away.module.css'
import { useAwaySince } from './away-since.ts'

/** What happened while the person was away, until they dismiss it. */
export function Away({ list }: { list: ListName }) {
  const { client, site } = useDesk()
  const { since, dismiss } = useAwaySince()
  const { data } = useQuery({
    queryKey: ['site', site.id, 'away', since],
    queryFn: () => client.live.away.query({ site: site.id, since: since ?? 0 }),
    enabled: since !== null,
  })
  if (!data || data.requested + data.missed + data.closed + data.mine.length === 0) return null
  return <WhileAway list={list} away={data} dismiss={dismiss} />
}

function WhileAway({ list, away, dismiss }: { list: ListName; away: AwayAnswer; dismiss: () => void }) {
  const { inbox } = useWords()
  const { language } = useLanguage()
  const words = inbox.away
  return (
    <section className={`${styles.away} card`} aria-label={words.title}>
      <header className="row spread">
        <h2>{words.title}</h2>
        <button type="button" className="quiet" onClick={dismiss}>
          {words.dismiss}
        </button>
      </header>
      <p className="muted">{words.since(wholeTime(away.since, language))}</p>
      <ul className={`cluster ${styles.awayCounts}`}>
        <li>{words.requested(shown(away.requested))}</li>
        <li>{words.answered(shown(away.answered))}</li>
        <li data-missed={away.missed > 0}>{words.missed(shown(away.missed))}</li>
        <li>{words.closed(shown(away.closed))}</li>
      </ul>
      <Listed list={list} title={words.missedList} items={away.missedList} />
      <Listed list={list} title={words.mine} items={away.mine} />
    </section>
  )
}

const shown = (count: number) => (count < maxCounted ? count : countWords(count))

function Listed({ list, title, items }: { list: ListName; title: string; items: AwayAnswer['mine'] }) {
  const { inbox } = useWords()
  if (items.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className="stack gap-1">
        {items.map(({ id, name, lastVisitorMessage, lastMessage }) => (
          <li key={id} className="row">
            <Link className="truncate" to={{ page: 'inbox', list, id }}>
              <bdi>{name ?? inbox.nameless}</bdi>
            </Link>
            <span className="muted truncate" dir="auto">
              {inOneLine(lastVisitorMessage ?? lastMessage ?? '')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
