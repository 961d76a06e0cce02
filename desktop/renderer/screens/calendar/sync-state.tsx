import { useQuery } from '@tanstack/react-query'
import { CircleAlert, RefreshCw } from 'lucide-react'
import { errorBodyOf, wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { Ago } from '../../ui/ago.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useCalendarWords } from '../../words/screen-words.ts'
import styles from './calendar.module.css'

const freshFor = 60_000

/** Reads the synced calendar when the screen opens, unless that was done a moment ago. */
function useSync() {
  const { client, site } = useDesk()
  return useQuery({
    queryKey: ['site', site.id, 'calendarSync'],
    async queryFn({ client: queries }) {
      const answer = await client.appointments.sync.mutate({ site: site.id })
      // Busy time has no events.
      if (answer.created + answer.updated + answer.cancelled > 0)
        void queries.invalidateQueries({ queryKey: keys.appointments(site.id) })
      return answer
    },
    staleTime: freshFor,
    retry: false,
  })
}

/** The state of the synced calendar. Nothing if none is synced. */
export function SyncState() {
  const { sync: words } = useCalendarWords()
  const { data, error, isFetching, refetch } = useSync()
  if (errorBodyOf(error)?.error.reason === 'sync_off') return null
  if (!data && !error) return isFetching ? <Said text={words.busy} /> : null
  const failure = error ? wordsOf(error) : data && !data.ok ? data.detail : undefined
  return (
    <div className={`row gap-1 ${styles.sync}`}>
      {isFetching && <Said text={words.busy} />}
      {!isFetching && failure !== undefined && (
        <p className="row gap-1 error" role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          <span dir="auto">{words.failed(failure)}</span>
        </p>
      )}
      {!isFetching && failure === undefined && data?.syncedAt != null && (
        <span className="muted" role="status">
          <Ago at={data.syncedAt} text={words.synced} />
        </span>
      )}
      <IconButton
        Icon={RefreshCw}
        label={words.again}
        className="icon quiet"
        disabled={isFetching}
        onClick={() => void refetch()}
      />
    </div>
  )
}

const Said = ({ text }: { text: string }) => (
  <span className="muted" role="status">
    {text}
  </span>
)
