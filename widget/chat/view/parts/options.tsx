/** @jsxImportSource preact */

import type { Entry } from '../../talk.ts'
import { usePartChat } from '../chat-context.tsx'
import { MoreIcon } from './more-icon.tsx'

/** Options of which one is chosen by pressing it. */
export function Options({ entry: { id, answer, options } }: { entry: Extract<Entry, { type: 'options' }> }) {
  const { stage } = usePartChat()
  return (
    <div class="chips">
      {options.map(({ label, value }) => (
        <Choice
          key={value}
          label={label}
          answered={answer !== undefined}
          chosen={answer === value}
          choose={() => stage.talk.act({ id, value, label })}
        />
      ))}
    </div>
  )
}

type Props = { label: string; choose: () => void; answered?: boolean; chosen?: boolean }

/** A button that answers. Once answered it stays: the chosen one marked, the others muted. */
export function Choice({ label, choose, answered = false, chosen = false }: Props) {
  return (
    <button
      type="button"
      class={`chip${chosen ? ' chosen' : ''}`}
      // Not `disabled`, so that the pressed button keeps the focus.
      aria-disabled={answered || undefined}
      aria-pressed={answered ? chosen : undefined}
      onClick={() => !answered && choose()}
    >
      {chosen && <MoreIcon name="check" />}
      <span dir="auto">{label}</span>
    </button>
  )
}
