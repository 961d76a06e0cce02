import { useId } from 'react'
import { FaultLine } from '../../../form/fault-line.tsx'
import { useFaults } from '../../../form/faults.ts'
import { useLaterWords } from '../../../words/later-words.ts'

type Props = { label: string; hint: string; path: string; value: string; change: (color: string) => void }

/** The colour as a picker takes it: `#abc` with six digits, black where it is none yet. */
const picked = (color: string) => {
  const whole = /^#[0-9a-f]{3}$/i.test(color) ? color.replace(/[0-9a-f]/gi, '$&$&') : color
  return /^#[0-9a-f]{6}$/i.test(whole) ? whole : '#000000'
}

/** A colour, picked or typed. */
export function ColorField({ label, hint, path, value, change }: Props) {
  const { look: words } = useLaterWords()
  const id = useId()
  const isWrong = useFaults().has(path)
  return (
    <div className="settings-field">
      <label htmlFor={id}>{label}</label>
      <div className="color-field">
        <input
          type="color"
          aria-label={words.pick}
          value={picked(value)}
          onChange={(event) => change(event.target.value)}
        />
        <input
          id={id}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-hint ${id}-fault` : `${id}-hint`}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      </div>
      <small id={`${id}-hint`}>{hint}</small>
      <FaultLine path={path} id={`${id}-fault`} />
    </div>
  )
}
