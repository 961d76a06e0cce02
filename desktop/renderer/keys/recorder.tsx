import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '../words/words.tsx'
import type { Command } from './commands.tsx'
import styles from './key-sheet.module.css'
import { isMac } from './own-keys.ts'
import { type Stroke, strokeOf, togetherWithin, writeKeys } from './press.ts'

type Props = { command: Command; all: readonly Command[]; choose(keys: string): void; stop(): void }

/** Records the next pressed keys for a command, unless another command has them. */
export function Recorder({ command, all, choose, stop }: Props) {
  const { keys: words } = useWords()
  const [taken, setTaken] = useState<string>()
  const strokes = useRef<Stroke[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const finish = () => {
    const keys = writeKeys(strokes.current)
    strokes.current = []
    const other = all.find((one) => one.id !== command.id && one.keys === keys)
    if (other) setTaken(other.words)
    else choose(keys)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return stop()
    if (event.key === 'Backspace') return choose('')
    const stroke = strokeOf(event.nativeEvent, isMac)
    if (!stroke) return
    strokes.current.push(stroke)
    clearTimeout(timer.current)
    if (strokes.current.length === 2 || stroke.mod || stroke.alt) finish()
    else timer.current = setTimeout(finish, togetherWithin)
  }
  return (
    <button
      type="button"
      className={styles.recorder}
      onKeyDown={press}
      onBlur={stop}
      ref={focusAtOnce}
      title={words.pressHint}
    >
      <span role="status">{taken === undefined ? words.press : words.taken(taken)}</span>
    </button>
  )
}

const focusAtOnce = (button: HTMLButtonElement | null) => button?.focus()
