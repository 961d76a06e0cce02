import { useRef } from 'react'
import { putCaret } from '../../../keys/caret.ts'
import { useCommand } from '../../../keys/commands.tsx'
import { KeysOf } from '../../../keys/key-caps.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { useAction } from '../../../live/action.ts'
import { useDesk } from '../../../live/desk.tsx'
import { nameOf } from '../../../live/row-words.ts'
import type { Row } from '../../../live/rows.ts'
import { callbacksRoute, navigate } from '../../../ui/route.ts'
import { useWords } from '../../../words/words.tsx'
import styles from './missed-bar.module.css'

/** What to do about the missed visitor under the cursor, with one key each. Only these remove an entry, and a reply. */
export function MissedBar({ row }: { row: Row }) {
  const { inbox } = useWords()
  const words = inbox.missed
  const { client, site } = useDesk()
  const act = useAction()
  const phone = useRef<HTMLAnchorElement>(null)
  const { id, leadPhone, callback, missedAt } = row
  const asksForCall = callback === 'open'
  const setOpen = (open: boolean) => client.conversations.missed.mutate({ site: site.id, id, open })
  const writeBack = () => {
    navigate({ page: 'inbox', list: 'missed', id })
    putCaret(id)
  }
  const dismiss = () =>
    void act({
      id,
      change: { missedAt: null },
      run: () => setOpen(false),
      toast: words.dismissed,
      undo: () => setOpen(true),
    })
  const call = () => (leadPhone ? phone.current?.click() : navigate(callbacksRoute('open')))
  const mayCall = Boolean(leadPhone) || asksForCall
  const group = inbox.group
  useCommand({ id: 'missed.write', words: words.writeBack, group, keys: 'w', run: writeBack }, missedAt !== null)
  useCommand({ id: 'missed.call', words: words.call, group, keys: 'p', run: call }, mayCall)
  useCommand({ id: 'missed.dismiss', words: words.dismiss, group, keys: 'd', run: dismiss }, missedAt !== null)
  const titles = {
    write: useTitle(words.writeBack, 'missed.write'),
    call: useTitle(leadPhone ? `${words.call} ${leadPhone}` : words.call, 'missed.call'),
    dismiss: useTitle(words.dismiss, 'missed.dismiss'),
  }
  return (
    <section className={`cluster gap-1 ${styles.bar}`} aria-label={words.of(nameOf(row, inbox))}>
      <button type="button" className="row gap-1 quiet" title={titles.write} onClick={writeBack}>
        {words.writeBack}
        <KeysOf id="missed.write" />
      </button>
      {leadPhone && (
        <a ref={phone} hidden href={addressOf(leadPhone)}>
          {words.call}
        </a>
      )}
      {mayCall && (
        <button type="button" className="row gap-1 quiet" title={titles.call} onClick={call}>
          {words.call}
          <KeysOf id="missed.call" />
        </button>
      )}
      <button type="button" className="row gap-1 quiet" title={titles.dismiss} onClick={dismiss}>
        {words.dismiss}
        <KeysOf id="missed.dismiss" />
      </button>
    </section>
  )
}

const addressOf = (phone: string) => `tel:${phone.replace(/[^\d+*#,;]/g, '')}`
