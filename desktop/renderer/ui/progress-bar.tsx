import type { ReactNode } from 'react'
import styles from './progress-bar.module.css'

type Props = {
  label: string
  /** The progress in words. */
  text: string
  /** Undefined while unknown. */
  done: number | undefined
  total: number
  more?: ReactNode
  stop: { words: string; busy: boolean; press: () => void }
}

/** The progress of something slow, and a button that stops it. */
export function ProgressBar({ label, text, done, total, more, stop }: Props) {
  return (
    <div className={styles.progressBar}>
      <progress
        aria-label={label}
        aria-valuetext={text}
        max={Math.max(1, total)}
        {...(done !== undefined && { value: done })}
      />
      <p>
        <span>{text}</span>
        {more}
      </p>
      <button type="button" className="quiet" onClick={stop.press} disabled={stop.busy}>
        {stop.words}
      </button>
    </div>
  )
}
