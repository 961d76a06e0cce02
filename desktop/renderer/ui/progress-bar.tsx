import type { ReactNode } from 'react'
import './progress-bar.css'

type Props = {
  label: string
  /** How far it is, in words. */
  said: string
  /** Undefined where that is not known yet. */
  done: number | undefined
  total: number
  more?: ReactNode
  stop: { words: string; busy: boolean; press: () => void }
}

/** How far something is that takes its time, and what stops it. */
export function ProgressBar({ label, said, done, total, more, stop }: Props) {
  return (
    <div className="progress-bar">
      <progress
        aria-label={label}
        aria-valuetext={said}
        max={Math.max(1, total)}
        {...(done !== undefined && { value: done })}
      />
      <p>
        <span>{said}</span>
        {more}
      </p>
      <button type="button" className="quiet" onClick={stop.press} disabled={stop.busy}>
        {stop.words}
      </button>
    </div>
  )
}
