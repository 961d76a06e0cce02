/** @jsxImportSource preact */
import type { Entry } from '../../talk.ts'
import { usePartChat } from '../chat-context.tsx'
import { MoreIcon } from './more-icon.tsx'

/** Options of which several can be ticked and then sent. */
export function Ticks({ entry }: { entry: Extract<Entry, { type: 'options' }> }) {
  const { stage, words } = usePartChat()
  const { id, answer, options } = entry
  const chosen = answer?.split('\n')
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const boxes = [...(event.currentTarget as HTMLFormElement).querySelectorAll('input')]
    const picked = options.filter((_, at) => boxes[at]?.checked)
    if (picked.length === 0) return boxes[0]?.focus()
    const value = picked.map((option) => option.value).join('\n')
    stage.talk.act({ id, value, label: clipped(picked.map(({ label }) => label).join(', ')) })
  }
  return (
    <form class="panel ticks" aria-label={entry.text ?? words.choose} onSubmit={send}>
      {options.map(({ label, value }) => (
        <label key={value} class="tick">
          <input type="checkbox" disabled={Boolean(chosen)} checked={chosen?.includes(value)} />
          <span dir="auto">{label}</span>
        </label>
      ))}
      {chosen ? (
        <Sent />
      ) : (
        <button type="submit" class="primary">
          {words.sendChoice}
        </button>
      )}
    </form>
  )
}

/** The maximum length of an answer's label. */
const clipped = (label: string) => [...label].slice(0, 200).join('')

/** Shows that a form was sent. */
export function Sent() {
  return (
    <p class="sent">
      <MoreIcon name="check" /> {usePartChat().words.sent}
    </p>
  )
}
