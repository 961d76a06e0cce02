import { Check } from 'lucide-react'
import type { LeadStatus } from '../../../../shared/lead.ts'
import { statuses } from '../../live/contact-filter.ts'
import { focusAtFirst, moveFocus } from '../../ui/focus.ts'
import { useWords } from '../../words/words.tsx'
import styles from './contacts.module.css'

type Props = { status?: LeadStatus; choose: (status: LeadStatus) => void }

/** The statuses, with a check mark at the current one. The up and down keys move through them. */
export function StatusMenu({ status, choose }: Props) {
  const { visitor } = useWords()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside handle the events
    <div className="menu" onKeyDown={moveFocus}>
      {statuses.map((one, at) => (
        <button
          key={one}
          type="button"
          className="choice"
          aria-pressed={one === status}
          onClick={() => choose(one)}
          ref={(status === undefined ? at === 0 : one === status) ? focusAtFirst : undefined}
        >
          <span className="tick">{one === status && <Check size={16} aria-hidden />}</span>
          <span className={styles.statusDot} data-status={one} aria-hidden="true" />
          {visitor.status[one]}
        </button>
      ))}
    </div>
  )
}
