/** @jsxImportSource preact */
import { MoreIcon } from './more-icon.tsx'

type Props = { label: string; choose: () => void; answered?: boolean; chosen?: boolean }

/** A button that answers. Once there is an answer it stays where it is: the chosen one marked, the rest quiet. */
export function Choice({ label, choose, answered = false, chosen = false }: Props) {
  return (
    <button
      type="button"
      class={`chip${chosen ? ' chosen' : ''}`}
      // Not `disabled`: what was just pressed keeps the focus.
      aria-disabled={answered || undefined}
      aria-pressed={answered ? chosen : undefined}
      onClick={() => !answered && choose()}
    >
      {chosen && <MoreIcon name="check" />}
      <span dir="auto">{label}</span>
    </button>
  )
}
