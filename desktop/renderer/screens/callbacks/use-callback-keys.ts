import { type RefObject, useRef, useState } from 'react'
import type { Callback, CallbackStatus } from '../../../../shared/callback.ts'
import { go } from '../../app/route.ts'
import { useCommand } from '../../keys/commands.tsx'
import { placeOf } from '../../ui/cursor.ts'
import { toast } from '../../ui/toast.ts'
import { useCallbacksWords } from '../../words/screen-words.ts'
import { wayTo } from './rows.ts'

type Cursor = {
  /** The place that the keys stand at; -1 in an empty list. */
  place: number
  /** Whether they were used here yet. */
  isUsed: boolean
  stand(id: string): void
  /** Stands on whatever takes the place of one that leaves. */
  leave(id: string): void
  move(by: 1 | -1): void
  /** Puts the focus where the keys stand, once that is drawn. */
  focus(): void
}

/** Where the keys stand in a list whose rows come and go. */
export function useCallbackCursor(rows: readonly Callback[], list: RefObject<HTMLElement | null>): Cursor {
  const [chosen, setChosen] = useState<string | null>(null)
  const last = useRef(0)
  const place = placeOf(rows, chosen, last.current)
  last.current = Math.max(0, place)
  const focus = () =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[data-reached="true"] .callback-name')?.focus(),
    )
  return {
    place,
    isUsed: chosen !== null,
    stand: setChosen,
    leave(id) {
      const at = rows.findIndex((row) => row.id === id)
      setChosen((rows[at + 1] ?? rows[at - 1])?.id ?? null)
    },
    focus,
    move(by) {
      // The first press shows where the keys stand.
      const next = chosen === null ? place : Math.max(0, Math.min(rows.length - 1, place + by))
      setChosen(rows[next]?.id ?? null)
      focus()
    },
  }
}

type Doings = {
  row: Callback | undefined
  cursor: Cursor
  turn(callback: Callback, status: CallbackStatus): void
  write(callback: Callback): void
}

/** What the keys do with the request that they stand on. */
export function useCallbackKeys({ row, cursor, turn, write }: Doings): void {
  const words = useCallbacksWords()
  const group = words.title
  const isOpen = row?.status === 'open'
  const to = row && wayTo(row)
  const conversation = row?.conversationId
  const run = (status: CallbackStatus) => () => row && turn(row, status)
  useCommand({ id: 'callback.next', words: words.next, group, keys: 'j', repeats: true, run: () => cursor.move(1) })
  useCommand({
    id: 'callback.previous',
    words: words.previous,
    group,
    keys: 'k',
    repeats: true,
    run: () => cursor.move(-1),
  })
  useCommand(
    {
      id: 'callback.open',
      words: words.open,
      group,
      keys: 'enter',
      run: () => conversation && go({ page: 'inbox', list: 'all', id: conversation }),
    },
    Boolean(conversation),
  )
  useCommand({ id: 'callback.done', words: words.done, group, keys: 'd', run: run('done') }, isOpen)
  useCommand({ id: 'callback.dismiss', words: words.dismiss, group, keys: 'x', run: run('dismissed') }, isOpen)
  useCommand(
    { id: 'callback.reopen', words: words.reopen, group, keys: 'o', run: run('open') },
    row !== undefined && !isOpen,
  )
  useCommand(
    { id: 'callback.note', words: words.editNote, group, keys: 'n', run: () => row && write(row) },
    row !== undefined,
  )
  useCommand(
    { id: 'callback.copy', words: words.copy, group, keys: 'c', run: () => to && void copy(to, words.copied) },
    Boolean(to),
  )
}

/** Copies it and says so. */
export async function copy(text: string, said: (text: string) => string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(said(text))
  } catch {
    // Without https, or where it is not allowed, a page cannot copy: the person does.
    toast(text)
  }
}
