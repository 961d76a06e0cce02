import type { RefObject } from 'react'
import { useCommand } from '../../../keys/commands.tsx'
import type { ListName } from '../../../live/keys.ts'
import type { Row } from '../../../live/rows.ts'
import { type Cursor, useCursor } from '../../../ui/cursor.ts'
import { navigate } from '../../../ui/route.ts'
import { useWords } from '../../../words/words.tsx'

type Options = {
  list: ListName
  rows: readonly Row[]
  openId: string | null
  scroller: RefObject<HTMLElement | null>
  show: (place: number) => void
}

/** The keyboard cursor of the list, which opens the current row. */
export function useInboxCursor({ list, rows, openId, scroller, show }: Options): Cursor {
  const { inbox } = useWords()
  const cursor = useCursor({
    rows,
    show,
    find: (id) => scroller.current?.querySelector<HTMLElement>(`[data-row="${id}"]`),
    // The cursor follows what is opened in any way.
    start: openId,
    scope: `${list} ${openId}`,
  })
  const open = () => {
    const row = rows[cursor.place]
    if (row) navigate({ page: 'inbox', list, id: row.id })
  }
  const group = inbox.group
  useCommand({ id: 'inbox.next', words: inbox.next, group, keys: 'j', repeats: true, run: () => cursor.move(1) })
  useCommand({
    id: 'inbox.previous',
    words: inbox.previous,
    group,
    keys: 'k',
    repeats: true,
    run: () => cursor.move(-1),
  })
  useCommand({ id: 'inbox.open', words: inbox.open, group, keys: 'enter', run: open }, rows.length > 0)
  return cursor
}
