import { type ReactNode, useState } from 'react'

type Props = {
  /** Kept under this name whether it is folded, for all visitors. */
  name: string
  title: string
  children: ReactNode
  /** How it is before a person folded or unfolded it. */
  folded?: boolean
}

const kept = (name: string) => `frontdesk.folded.${name}`

/** A part of the pane that can be folded; how it was left is how it is next time. */
export function Section({ name, title, children, folded = false }: Props) {
  const [open, setOpen] = useState(() => (localStorage.getItem(kept(name)) ?? (folded ? 'yes' : 'no')) === 'no')
  const toggled = (now: boolean) => {
    setOpen(now)
    localStorage.setItem(kept(name), now ? 'no' : 'yes')
  }
  return (
    <details className="section" open={open} onToggle={({ currentTarget }) => toggled(currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {open && <div className="inside">{children}</div>}
    </details>
  )
}
