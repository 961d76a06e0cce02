import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { GapStatus, Gaps } from '../../../../shared/gap.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { useFigures } from '../../ui/format.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { ReadOn } from '../../ui/read-on.tsx'
import { useGapWords } from '../../words/screen-words.ts'
import { GapRow } from './gap-row.tsx'
import styles from './gaps-tab.module.css'

const atOnce = 50
type Filter = GapStatus | 'proposed'
const filters: readonly Filter[] = ['open', 'proposed', 'answered', 'dismissed']

/** A question that was just answered, and whether the search finds the answer for it. */
type Asked = { question: string; found: boolean }

/** Questions that the knowledge does not cover. They can be answered or dismissed. */
export function GapsTab() {
  const { client, site } = useDesk()
  const words = useGapWords()
  const [status, setStatus] = useState<Filter>('open')
  const [asked, setAsked] = useState<Asked>()
  const query = useInfiniteQuery({
    queryKey: knowledgeKeys.gaps(site.id, status),
    queryFn: ({ pageParam }) =>
      client.gaps.list.query({ site: site.id, status, limit: atOnce, ...(pageParam !== '' && { before: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }: Gaps) => next,
  })
  const choose = (next: Filter) => {
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
            <ul className={`settings-list ${styles.list}`}>
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

type FilterProps = { chosen: Filter; choose: (filter: Filter) => void; counts: Gaps['counts'] | undefined }

function Filters({ chosen, choose, counts }: FilterProps) {
  const words = useGapWords()
  const write = useFigures()
  return (
    <fieldset className="cluster">
      <legend className="unseen">{words.filters}</legend>
      {filters.map((status) => (
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
