import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect } from 'react'
import type { Job } from '../../../../shared/job.ts'
import { useCommand } from '../../keys/commands.tsx'
import { type Cursor, useCursor } from '../../ui/cursor.ts'
import { navigate } from '../../ui/route.ts'
import { useVirtualRows } from '../../ui/virtual-list.tsx'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import styles from './job-list.module.css'
import type { Column } from './list-columns.ts'
import type { Look } from './list-look.ts'
import { ListRow } from './list-row.tsx'

const rowHeight = 44
const headHeight = 32

/** Where somebody was in the table before looking at a job. */
const left = { query: '', current: null as string | null, offset: 0 }

type Props = { jobs: readonly Job[]; columns: readonly Column[]; look: Look; query: string }

/** The rows of the table. Only visible ones are rendered. */
export function ListRows({ jobs, columns, look, query }: Props) {
  const { title } = useJobsWords()
  if (left.query !== query) Object.assign(left, { query, current: null, offset: 0 })
  const { scroller, shown, height, scrollTo } = useVirtualRows<Job, HTMLElement>({
    items: jobs,
    keyOf: ({ id }) => id,
    rowHeight,
    headHeight,
    offset: left.offset,
  })
  const find = (id: string) => scroller.current?.querySelector<HTMLElement>(`[data-job="${id}"]`)
  const cursor = useTableCursor(jobs, query, find, scrollTo)
  const above = (shown[0]?.start ?? headHeight) - headHeight
  const below = height - ((shown.at(-1)?.end ?? headHeight) - headHeight)
  return (
    <section
      className="scroller"
      ref={scroller}
      aria-label={title}
      onScroll={({ currentTarget }) => {
        left.offset = currentTarget.scrollTop
      }}
    >
      <table className={`record-table ${styles.table}`} aria-label={title} aria-rowcount={jobs.length + 1}>
        <Head columns={columns} look={look} />
        <tbody>
          <Space height={above} />
          {shown.map(({ index, key }) => {
            const job = jobs[index]
            return (
              job && (
                <ListRow
                  key={key}
                  job={job}
                  place={index}
                  columns={columns}
                  query={query}
                  isCurrent={index === cursor.place && cursor.isUsed}
                  isReached={index === cursor.place}
                />
              )
            )
          })}
          <Space height={below} />
        </tbody>
      </table>
    </section>
  )
}

/** The keyboard cursor. Its keys open the job, and come back to it. */
function useTableCursor(
  jobs: readonly Job[],
  query: string,
  find: (id: string) => HTMLElement | null | undefined,
  show: (at: number) => void,
): Cursor {
  const { commands } = useJobPageWords()
  const { title: group } = useJobsWords()
  const cursor = useCursor({ rows: jobs, show, find, kept: left.current })
  // After returning from a job, the focus is where it was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the table appears
  useEffect(() => {
    if (cursor.isUsed) cursor.focus()
  }, [])
  const move = (by: 1 | -1) => {
    left.current = cursor.move(by) ?? left.current
  }
  const open = () => {
    const job = jobs[Math.max(0, cursor.place)]
    if (!job) return
    left.current = job.id
    navigate({ page: 'jobs', id: job.id, query })
  }
  useCommand({ id: 'jobs.next', words: commands.next, group, keys: 'j', repeats: true, run: () => move(1) })
  useCommand({ id: 'jobs.previous', words: commands.previous, group, keys: 'k', repeats: true, run: () => move(-1) })
  useCommand({ id: 'jobs.open', words: commands.open, group, keys: 'enter', run: open })
  return cursor
}

/** As high as the rows that are not rendered. */
const Space = ({ height }: { height: number }) =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can be focused
    <tr aria-hidden="true" className="space">
      <td style={{ height }} />
    </tr>
  )

function Head({ columns, look: { by, down, sort } }: Pick<Props, 'columns' | 'look'>) {
  const { list: words } = useJobPageWords()
  const Arrow = down ? ArrowDown : ArrowUp
  const order = down ? 'descending' : 'ascending'
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => (
          <th key={column} scope="col" className={styles[column]} aria-sort={by === column ? order : 'none'}>
            <button type="button" onClick={() => sort(column)}>
              {words.columns[column]}
              {by === column && <Arrow size={12} aria-hidden="true" />}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  )
}
