import { AlarmClock } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { Snooze } from '../../../../../shared/inbox.ts'
import { useTitle } from '../../../keys/own-keys.ts'
import { Popup } from '../../../ui/popup.tsx'
import { useWords } from '../../../words/words.tsx'
import styles from './conversation.module.css'

const hour = 3_600_000
const later = 3

type Props = { isSnoozed: boolean; snooze(until: Snooze['until']): void }

/** A button with a menu of times. */
export function SnoozeButton({ button, ...props }: Props & { button: RefObject<HTMLButtonElement | null> }) {
  const words = useWords().conversation.snooze
  const title = useTitle(words.title, 'conversation.snooze')
  return (
    <Popup
      label={words.title}
      title={title}
      className="icon"
      button={<AlarmClock size={16} aria-hidden />}
      ref={button}
    >
      {(close) => <SnoozeMenu {...props} close={close} />}
    </Popup>
  )
}

/** When a conversation returns. The first choice has the focus: two keys put it off until tomorrow. */
function SnoozeMenu({ isSnoozed, snooze, close }: Props & { close(): void }) {
  const words = useWords().conversation.snooze
  const [time, setTime] = useState('')
  const choose = (until: Snooze['until']) => {
    close()
    snooze(until)
  }
  const at = Date.parse(time)
  return (
    <div className="menu">
      {/* biome-ignore lint/a11y/noAutofocus: the menu was just opened */}
      <button type="button" className="choice" autoFocus onClick={() => choose('tomorrow')}>
        {words.tomorrow}
      </button>
      <button type="button" className="choice" onClick={() => choose(Date.now() + later * hour)}>
        {words.later(later)}
      </button>
      <button type="button" className="choice" onClick={() => choose('message')}>
        {words.message}
      </button>
      <form
        className={`row gap-1 ${styles.snoozeTime}`}
        onSubmit={(event) => {
          event.preventDefault()
          if (at > Date.now()) choose(at)
        }}
      >
        <input
          type="datetime-local"
          aria-label={words.time}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
        <button type="submit" className="quiet" disabled={!(at > Date.now())}>
          {words.set}
        </button>
      </form>
      {isSnoozed && (
        <button type="button" className="choice" onClick={() => choose(null)}>
          {words.end}
        </button>
      )}
    </div>
  )
}
