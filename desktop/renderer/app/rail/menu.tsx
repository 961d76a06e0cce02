import type { ReactNode } from 'react'
import './menu.css'

type Props = { id: string; label: string; place: 'top' | 'bottom'; button: ReactNode; children: ReactNode }

/** A button of the rail with a menu beside it. Escape, and a click elsewhere, close it: the browser sees to that. */
export function Menu({ id, label, place, button, children }: Props) {
  return (
    <>
      <button type="button" className="rail-button" popoverTarget={id} title={label}>
        {button}
        <span className="unseen">{label}</span>
      </button>
      <div id={id} popover="auto" className="rail-menu" data-place={place} role="dialog" aria-label={label}>
        {children}
      </div>
    </>
  )
}

/** Closes the menu that something stands in. */
export const closeMenu = (element: Element): void => element.closest<HTMLElement>('[popover]')?.hidePopover()
