import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from '../../../ui/side-panel.module.css'
import { useWords } from '../../../words/words.tsx'

/** A panel beside the conversation. Escape closes it. Give it a key, so that it takes the focus for something else. */
export function SidePanel({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  const words = useWords().conversation.trace
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  return (
    <section className={styles.panel} role="dialog" aria-label={title} onKeyDown={onKeyDown}>
      <header className="row spread gap-3">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton Icon={X} label={words.close} title={`${words.close} (Esc)`} onClick={close} />
      </header>
      {children}
    </section>
  )
}
