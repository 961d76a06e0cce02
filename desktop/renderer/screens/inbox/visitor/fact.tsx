import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { useWords } from '../../../words/words.tsx'

type Props = {
  name: string
  /** What is copied. */
  value: string
  /** How it is shown, where it is not simply the value. */
  children?: ReactNode
  copy?: boolean
}

/** Something known, under its name, with a button that copies it. */
export function Fact({ name, value, children, copy = true }: Props) {
  return (
    <div className="fact">
      <dt dir="auto">{name}</dt>
      <dd>
        <div dir="auto">{children ?? value}</div>
        {copy && <CopyButton name={name} value={value} />}
      </dd>
    </div>
  )
}

const saysSoFor = 2_000

function CopyButton({ name, value }: { name: string; value: string }) {
  const words = useWords().visitor
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      setTimeout(() => setCopied(false), saysSoFor)
    } catch {
      // Without https, or where it is not allowed, a page cannot copy: the person does.
      toast(value)
    }
  }
  return (
    <button type="button" className="icon" onClick={copy} aria-label={words.copy(name)} title={words.copy(name)}>
      {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span className="unseen" role="status">
        {copied ? words.copied : ''}
      </span>
    </button>
  )
}
