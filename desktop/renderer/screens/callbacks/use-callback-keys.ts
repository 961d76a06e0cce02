import type { Callback, CallbackStatus } from '../../../../shared/callback.ts'
import { useCommand } from '../../keys/commands.tsx'
import type { Cursor } from '../../ui/cursor.ts'
import { navigate } from '../../ui/route.ts'
import { toast } from '../../ui/toast.ts'
import { useCallbacksWords } from '../../words/screen-words.ts'
import { contactWay } from './rows.ts'

type Doings = {
  row: Callback | undefined
  cursor: Cursor
  turn(callback: Callback, status: CallbackStatus): void
  write(callback: Callback): void
}

/** The shortcuts for the selected callback. */
export function useCallbackKeys({ row, cursor, turn, write }: Doings): void {
  const words = useCallbacksWords()
  const group = words.title
  const isOpen = row?.status === 'open'
  const to = row && contactWay(row)
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
      run: () => conversation && navigate({ page: 'inbox', list: 'all', id: conversation }),
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

/** Copies it and shows a toast. */
export async function copy(text: string, copiedText: (text: string) => string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(copiedText(text))
  } catch {
    // Without https or permission a page cannot copy, so the person does.
    toast(text)
  }
}
