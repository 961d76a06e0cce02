import { useRef, useState } from 'react'

/** Text to take along, with a button that copies it. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const [said, setSaid] = useState('')
  const code = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('· copied')
    } catch {
      // Without https, or where it is not allowed, a page cannot copy: the person does.
      if (code.current) getSelection()?.selectAllChildren(code.current)
      setSaid('· selected: copy it by hand')
    }
  }
  return (
    <div className="copyable">
      <span className="muted">
        {label} <span role="status">{said}</span>
      </span>
      <code ref={code}>{text}</code>
      <button type="button" className="quiet" onClick={copy} aria-label={`Copy: ${label}`}>
        Copy
      </button>
    </div>
  )
}
