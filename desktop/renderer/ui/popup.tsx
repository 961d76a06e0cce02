import { type ReactNode, type Ref, type ToggleEvent, useId, useState } from 'react'

type Props = {
  /** The button's accessible name, if its content is not enough. */
  label: string
  button: ReactNode
  className?: string
  title?: string
  ref?: Ref<HTMLButtonElement>
  tabIndex?: number
  /** Rendered only while it is open. `close` closes it and returns the focus to the button. */
  children: (close: () => void) => ReactNode
}

/** A button with a popup. Escape and a click elsewhere close it. */
export function Popup({ label, button, className = 'quiet', title, ref, tabIndex, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const toggled = (event: ToggleEvent<HTMLElement>) => setOpen(event.newState === 'open')
  const close = () => document.getElementById(id)?.hidePopover()
  return (
    <>
      <button
        ref={ref}
        type="button"
        popoverTarget={id}
        className={className}
        aria-label={label}
        title={title ?? label}
        tabIndex={tabIndex}
        aria-expanded={open}
      >
        {button}
      </button>
      <div id={id} popover="auto" className="popup" role="dialog" aria-label={label} onToggle={toggled}>
        {open && children(close)}
      </div>
    </>
  )
}
