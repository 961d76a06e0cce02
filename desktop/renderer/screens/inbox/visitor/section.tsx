import { type ReactNode, useState } from 'react'
import styles from './visitor.module.css'

type Props = {
  /** The storage key of whether it is collapsed, for all visitors. */
  name: string
  title: string
  children: ReactNode
  /** Whether it is initially open. */
  folded?: boolean
}

const kept = (name: string) => `frontdesk.folded.${name}`

/** A collapsible section of the pane. Its state is stored. */
export function Section({ name, title, children, folded = false }: Props) {
  const [open, setOpen] = useState(() => (localStorage.getItem(kept(name)) ?? (folded ? 'yes' : 'no')) === 'no')
  const toggled = (now: boolean) => {
    setOpen(now)
    localStorage.setItem(kept(name), now ? 'no' : 'yes')
  }
  return (
    <details className={styles.section} open={open} onToggle={({ currentTarget }) => toggled(currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {open && <div className={styles.inside}>{children}</div>}
    </details>
  )
}
