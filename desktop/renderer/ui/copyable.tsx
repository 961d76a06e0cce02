import { useRef, useState } from 'react'
import { useLaterWords } from '../words/later-words.ts'

/** Text to take along, with a button that copies it. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const { account: words } = useLaterWords()
  const [said, setSaid] = useState('')
  const code = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid(words.copied)
    } catch {
      // Without https, or where it is not allowed, a page cannot copy: the person does.
      if (code.current) getSelection()?.selectAllChildren(code.current)
      setSaid(words.selected)
    }
  }
  return (
    <div className="copyable">
      <span className="muted">
        {label} <span role="status">{said}</span>
      </span>
      <code ref={code}>{text}</code>
      <button type="button" className="quiet" onClick={copy} aria-label={words.copyNamed(label)}>
        {words.copy}
      </button>
    </div>
  )
}
