import { focusAtFirst } from '../ui/focus-at-first.ts'

type Props = { label: string; most: number; value: string; change(value: string): void }

/** The name of what a form makes or changes. It has the focus at first, and is not left empty. */
export const NameField = ({ label, most, value, change }: Props) => (
  <div className="settings-field">
    <label>
      {label}
      <input
        required
        maxLength={most}
        dir="auto"
        autoComplete="off"
        value={value}
        onChange={(event) => change(event.target.value)}
        ref={focusAtFirst}
      />
    </label>
  </div>
)
