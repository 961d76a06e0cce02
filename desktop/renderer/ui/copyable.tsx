import { useRef, useState } from 'react'
import { useLaterWords } from '../words/later-words.ts'
import styles from './copyable.module.css'

/** A text with a button that copies it. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const { account: words } = useLaterWords()
  const [status, setStatus] = useState('')
  const code = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setStatus(words.copied)
    } catch {
      // Without https or permission a page cannot copy, so the person does.
      if (code.current) getSelection()?.selectAllChildren(code.current)
      setStatus(words.selected)
    }
  }
  return (
    <div className={`cluster ${styles.copyable}`}>
      <span className="muted">
        {label} <span role="status">{status}</span>
      </span>
      <code ref={code}>{text}</code>
      <button type="button" className="quiet" onClick={copy} aria-label={words.copyNamed(label)}>
        {words.copy}
      </button>
    </div>
  )
}
