import { useId } from 'react'
import { FaultLine } from '../settings/fault-line.tsx'
import { useFaults } from '../settings/faults.ts'

type Given = { label: string; hint: string; path: string; value: string; change: (color: string) => void }

/** A colour, picked or typed. */
export function ColorField({ label, hint, path, value, change }: Given) {
  const id = useId()
  const isWrong = useFaults().has(path)
  const isWhole = /^#[0-9a-f]{6}$/i.test(value)
  return (
    <div className="settings-field">
      <span className="field-name" id={`${id}-name`}>
        {label}
      </span>
      <div className="color-field">
        <input
          type="color"
          aria-labelledby={`${id}-name`}
          value={isWhole ? value : '#000000'}
          onChange={(event) => change(event.target.value)}
        />
        <input
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          aria-labelledby={`${id}-name`}
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
