import { useMemo } from 'react'
import type { LeadListItem } from '../../../../shared/lead.ts'
import { type ContactFilter, writeFilter } from '../../live/contact-filter.ts'
import type { Paged } from '../../live/paged.ts'
import { ReadOn, useReadOn } from '../../ui/read-on.tsx'
import { useVirtualRows } from '../../ui/virtual-list.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { ContactRow } from './contact-row.tsx'
import styles from './contacts.module.css'
import type { TableState } from './selection.ts'
import { useContactCursor } from './use-cursor.ts'
import type { Selecting } from './use-selection.ts'

const rowHeight = 44
const headHeight = 32
/** The next page is fetched this many rows before the end. */
const ahead = 60

type Props = {
  contacts: LeadListItem[]
  filter: ContactFilter
  table: TableState
  selecting: Selecting
  paged: Paged
}

/** The rows of the table. Only visible ones are rendered. */
export function ContactRows({ contacts, filter, table, selecting, paged }: Props) {
  const words = useContactsWords()
  const { scroller, shown, height, isNearEnd, scrollTo } = useVirtualRows<LeadListItem, HTMLElement>({
    items: contacts,
    keyOf: ({ id }) => id,
    rowHeight,
    ahead,
    headHeight,
    offset: table.offset,
  })
  const cursor = useContactCursor({ contacts, filter, table: table, selecting, scroller, show: scrollTo })
  useReadOn(paged, isNearEnd)
  const above = (shown[0]?.start ?? headHeight) - headHeight
  const below = height - ((shown.at(-1)?.end ?? headHeight) - headHeight)
  const query = writeFilter(filter)
  return (
    <section
      className="scroller"
      ref={scroller}
      aria-label={words.title}
      onScroll={({ currentTarget }) => {
        table.offset = currentTarget.scrollTop
      }}
    >
      <table
        className={`record-table ${styles.table}`}
        aria-label={words.title}
        aria-rowcount={paged.hasNextPage ? -1 : contacts.length + 1}
      >
        <Head selecting={selecting} contacts={contacts} />
        <tbody>
          <Space height={above} />
          {shown.map(({ index, key }) => {
            const contact = contacts[index]
            return (
              contact && (
                <ContactRow
                  key={key}
                  contact={contact}
                  place={index}
                  query={query}
                  isCurrent={index === cursor.place && cursor.isUsed}
                  isReached={index === cursor.place}
                  isChosen={selecting.chosen.has(contact.id)}
                  choose={(toHere) => (toHere ? selecting.upTo(contact.id) : selecting.toggle(contact))}
                />
              )
            )
          })}
          <Space height={below} />
        </tbody>
      </table>
      <ReadOn list={paged} isWide />
    </section>
  )
}

/** As high as the rows that are not rendered. */
const Space = ({ height }: { height: number }) =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can be focused
    <tr aria-hidden="true" className="space">
      {/* A single column, because narrow windows show fewer of the others. */}
      <td style={{ height }} />
    </tr>
  )

const columns = ['name', 'email', 'phone', 'company', 'status', 'tags', 'conversations', 'changed'] as const

function Head({ selecting, contacts }: Pick<Props, 'selecting' | 'contacts'>) {
  const words = useContactsWords()
  const { chosen } = selecting
  const isSome = chosen.size > 0
  const isAll = useMemo(() => isSome && contacts.every(({ id }) => chosen.has(id)), [isSome, contacts, chosen])
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td className={styles.choose}>
          <input
            type="checkbox"
            aria-label={words.chooseAll}
            title={words.chooseAll}
            checked={isAll}
            onChange={selecting.all}
            ref={(box) => {
              if (box) box.indeterminate = isSome && !isAll
            }}
          />
        </td>
        {columns.map((name) => (
          <th key={name} scope="col" className={styles[name]}>
            {words.columns[name]}
          </th>
        ))}
      </tr>
    </thead>
  )
}
