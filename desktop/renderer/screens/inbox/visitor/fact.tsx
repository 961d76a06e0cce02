import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { useWords } from '../../../words/words.tsx'
import styles from './fact.module.css'

type Props = {
  name: string
  /** The text to copy. */
  value: string
  /** How it is shown, if not as the value itself. */
  children?: ReactNode
  copy?: boolean
}

/** A labelled value with a button that copies it. */
export function Fact({ name, value, children, copy = true }: Props) {
  return (
    <div className={styles.fact}>
      <dt dir="auto">{name}</dt>
      <dd>
        <div dir="auto">{children ?? value}</div>
        {copy && <CopyButton name={name} value={value} />}
      </dd>
    </div>
  )
}

const shownFor = 2_000

function CopyButton({ name, value }: { name: string; value: string }) {
  const words = useWords().visitor
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      setTimeout(() => setCopied(false), shownFor)
    } catch {
      // Without https or permission a page cannot copy, so the person does.
      toast(value)
    }
  }
  return (
    <button
      type="button"
      className={`icon ${styles.copy}`}
      onClick={copy}
      aria-label={words.copy(name)}
      title={words.copy(name)}
    >
      {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span className="unseen" role="status">
        {copied ? words.copied : ''}
      </span>
    </button>
  )
}
