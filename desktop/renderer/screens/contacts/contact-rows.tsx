import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import type { LeadListItem } from '../../../../shared/lead.ts'
import { type ContactFilter, writeFilter } from '../../live/contact-filter.ts'
import type { Paged } from '../../live/paged.ts'
import { ReadOn, useReadOn } from '../../ui/read-on.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { ContactRow } from './contact-row.tsx'
import type { TableState } from './table-state.ts'
import { useCursor } from './use-cursor.ts'
import type { Selecting } from './use-selection.ts'

const rowHeight = 44
const headHeight = 32
/** Rows beyond what is seen, so that scrolling shows no gaps. */
const beyond = 10
/** Reading on begins so many rows before the end. */
const ahead = 60

type Props = {
  contacts: LeadListItem[]
  filter: ContactFilter
  standing: TableState
  selecting: Selecting
  paged: Paged
}

/** The rows of the table: only those that are seen are there, however many there are. */
export function ContactRows({ contacts, filter, standing, selecting, paged }: Props) {
  const words = useContactsWords()
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: contacts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: beyond,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    initialOffset: standing.offset,
    getItemKey: (at) => contacts[at]?.id ?? at,
  })
  const shown = virtual.getVirtualItems()
  const cursor = useCursor({ contacts, filter, standing, selecting, scroller, show: (at) => virtual.scrollToIndex(at) })
  useReadOn(paged, (shown.at(-1)?.index ?? 0) >= contacts.length - ahead)
  const above = (shown[0]?.start ?? headHeight) - headHeight
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? headHeight) - headHeight)
  const query = writeFilter(filter)
  return (
    <section
      className="contact-scroller"
      ref={scroller}
      aria-label={words.title}
      onScroll={({ currentTarget }) => {
        standing.offset = currentTarget.scrollTop
      }}
    >
      <table
        className="contact-table"
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
                  isCurrent={index === cursor.current && cursor.isUsed}
                  isReached={index === cursor.current}
                  isChosen={selecting.chosen.has(contact.id)}
                  choose={(toHere) => (toHere ? selecting.upTo(contact.id) : selecting.toggle(contact))}
                />
              )
            )
          })}
          <Space height={below} />
        </tbody>
      </table>
      <ReadOn list={paged} />
    </section>
  )
}

/** As high as the rows that are not there. */
const Space = ({ height }: { height: number }) =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
    <tr aria-hidden="true" className="space">
      {/* One column alone: of the others, narrow windows show fewer. */}
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
        <td className="choose">
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
          <th key={name} scope="col" className={name}>
            {words.columns[name]}
          </th>
        ))}
      </tr>
    </thead>
  )
}
