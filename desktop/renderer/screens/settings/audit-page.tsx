import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { AuditEntry, AuditPage as Page } from '../../../../shared/audit.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { useConnection } from '../../live/follow-site.ts'
import { accountsKey } from '../../live/keys.ts'
import { settingsQuery } from '../../live/queries.ts'
import { useTimes } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { ReadOn } from '../../ui/read-on.tsx'
import { useLaterWords } from '../../words/later-words.ts'
import { useAuditWords } from '../../words/screen-words.ts'
import styles from './audit-page.module.css'
import { actionWords, actorWords, byDay, outcomeOf, routeToTarget, statusWords } from './audit-rows.ts'

/** The audit log, newest first, page by page. */
export function AuditPage() {
  const { client, site } = useDesk()
  const words = useAuditWords()
  const { settings } = useLaterWords()
  const again = useLookAgain()
  const query = useInfiniteQuery({
    queryKey: ['site', site.id, 'audit'],
    queryFn: ({ pageParam: before }) => client.audit.list.query({ site: site.id, ...(before !== '' && { before }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }: Page) => next,
    // There are no events for entries.
    refetchOnMount: 'always',
  })
  return (
    <section className={`settings-section ${styles.audit}`} aria-label={settings.pages.audit}>
      <Intro />
      <div className="settings-tools">
        <span role="status" className="muted">
          {again.status}
        </span>
        <button type="button" className="quiet" onClick={() => void again.look()}>
          <RotateCw size={16} aria-hidden="true" />
          {words.again}
        </button>
      </div>
      <QueryBoundary query={query}>
        {({ pages }) => <Days entries={pages.flatMap(({ items }) => items)} />}
      </QueryBoundary>
      <ReadOn list={query} more={words.more} />
    </section>
  )
}

function Intro() {
  const words = useAuditWords()
  const { data } = useQuery(settingsQuery(useDesk()))
  return <p className="muted">{words.intro(data?.settings.retention.audit ?? 90)}</p>
}

/** Refetches the log from its beginning. */
function useLookAgain() {
  const { site } = useDesk()
  const queries = useQueryClient()
  const words = useAuditWords()
  const { common } = useLaterWords()
  const isOffline = useConnection().state === 'offline'
  const [status, setStatus] = useState('')
  const queryKey = ['site', site.id, 'audit']
  const look = async () => {
    if (isOffline) return setStatus(common.unreachable)
    setStatus(common.loading)
    queries.setQueryData<InfiniteData<Page>>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    )
    await queries.invalidateQueries({ queryKey })
    const state = queries.getQueryState(queryKey)
    setStatus(state?.status === 'success' ? words.lookedAgain : wordsOf(state?.error))
  }
  return { status, look }
}

function Days({ entries }: { entries: AuditEntry[] }) {
  const words = useAuditWords()
  const times = useTimes()
  const actorOf = useActors()
  if (entries.length === 0) return <p className="empty">{words.empty}</p>
  return byDay(entries).map(({ key, at, entries }) => (
    <section key={key} aria-label={times.day(at)}>
      <h2>{times.day(at)}</h2>
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} who={actorOf(entry.actor)} />
        ))}
      </ul>
    </section>
  ))
}

/** The names of actors: team members, and this site's keys. */
function useActors(): (actor: string) => string {
  const { client, site, me } = useDesk()
  const { actors } = useAuditWords()
  const team = useQuery({ queryKey: accountsKey, queryFn: () => client.accounts.list.query({}) })
  const keys = useQuery({
    queryKey: ['site', site.id, 'keys'],
    queryFn: () => client.keys.list.query({ site: site.id }),
  })
  const known = {
    me: me.email,
    people: new Map((team.data?.admins ?? []).flatMap(({ email, name }) => (name ? [[email, name] as const] : []))),
    keys: new Map((keys.data?.keys ?? []).map(({ id, name }) => [id, name] as const)),
  }
  return (actor) => actorWords(actor, known, actors)
}

function Entry({ entry, who }: { entry: AuditEntry; who: string }) {
  const words = useAuditWords()
  const times = useTimes()
  const outcome = outcomeOf(entry.status)
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cluster spread">
          <span className={styles.what}>
            <ChevronRight size={14} className={styles.mark} aria-hidden="true" />
            <span dir="auto">{actionWords(entry.action, words)}</span>
            {outcome !== 'good' && <span className={`tag ${styles.outcome}`}>{words[outcome]}</span>}
          </span>
          <span className="muted">
            <bdi>{words.by(who)}</bdi> · {times.clock(entry.at)}
          </span>
        </summary>
        {isOpen && <Facts entry={entry} who={who} />}
      </details>
    </li>
  )
}

function Facts({ entry, who }: { entry: AuditEntry; who: string }) {
  const words = useAuditWords()
  const times = useTimes()
  const { id, at, actor, action, target, site, status } = entry
  const link = routeToTarget(entry)
  const facts = [
    [words.facts.at, times.exact(at)],
    [words.facts.actor, who === actor ? actor : `${who} (${actor})`],
    [words.facts.action, action],
    [words.facts.target, target ?? words.nothing],
    [words.facts.site, site ?? words.everySite],
    [words.facts.status, statusWords(status, words)],
    [words.facts.id, id],
  ] as const
  return (
    <>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {link && <Link to={link.route}>{words.open[link.kind]}</Link>}
    </>
  )
}
