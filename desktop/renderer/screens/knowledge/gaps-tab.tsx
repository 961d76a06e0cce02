import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { GapStatus, Gaps } from '../../../../shared/gap.ts'
import { useDesk } from '../../live/desk.tsx'
import { useFigures } from '../../ui/format.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { ReadOn } from '../../ui/read-on.tsx'
import { useGapWords } from '../../words/screen-words.ts'
import { GapRow } from './gap-row.tsx'
import './gaps-tab.css'
import { knowledgeKeys } from '../../live/knowledge-keys.ts'

const atOnce = 50
const statuses: readonly GapStatus[] = ['open', 'answered', 'dismissed']

/** A question that was answered just now, and whether its answer is found for it. */
type Asked = { question: string; found: boolean }

/** What visitors asked and the knowledge did not cover: answered on the spot, or dismissed. */
export function GapsTab() {
  const { client, site } = useDesk()
  const words = useGapWords()
  const [status, setStatus] = useState<GapStatus>('open')
  const [asked, setAsked] = useState<Asked>()
  const query = useInfiniteQuery({
    queryKey: knowledgeKeys.gaps(site.id, status),
    queryFn: ({ pageParam }) =>
      client.gaps.list.query({ site: site.id, status, limit: atOnce, ...(pageParam !== '' && { before: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }: Gaps) => next,
  })
  const choose = (next: GapStatus) => {
    setStatus(next)
    setAsked(undefined)
  }
  return (
    <section className="settings-section">
      <p className="muted">{words.intro}</p>
      <Filters chosen={status} choose={choose} counts={query.data?.pages[0]?.counts} />
      <div role="status">{asked && <AskedAgain {...asked} />}</div>
      <QueryBoundary query={query}>
        {({ pages }) => (
          <>
            <ul className="settings-list gap-list">
              {pages
                .flatMap(({ gaps }) => gaps)
                .map((gap) => (
                  <GapRow key={gap.id} gap={gap} answered={setAsked} />
                ))}
            </ul>
            {pages[0]?.gaps.length === 0 && <p className="empty">{words.empty[status]}</p>}
          </>
        )}
      </QueryBoundary>
      <ReadOn list={query} more={words.more} />
    </section>
  )
}

type FilterProps = { chosen: GapStatus; choose: (status: GapStatus) => void; counts: Gaps['counts'] | undefined }

function Filters({ chosen, choose, counts }: FilterProps) {
  const words = useGapWords()
  const write = useFigures()
  return (
    <fieldset className="gap-filters">
      <legend className="unseen">{words.filters}</legend>
      {statuses.map((status) => (
        <button
          key={status}
          type="button"
          className="quiet"
          aria-pressed={status === chosen}
          onClick={() => choose(status)}
        >
          {words.status[status]} {counts && <span className="muted">{write.whole(counts[status])}</span>}
        </button>
      ))}
    </fieldset>
  )
}

function AskedAgain({ question, found }: Asked) {
  const words = useGapWords()
  const Icon = found ? CircleCheck : CircleAlert
  return (
    <p className={found ? 'checked good' : 'checked warning'} dir="auto">
      <Icon size={16} aria-hidden="true" />
      <span>{found ? words.found(question) : words.notFound(question)}</span>
    </p>
  )
}
