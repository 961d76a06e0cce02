import type { ReactNode } from 'react'
import styles from './menu.module.css'
import rail from './rail.module.css'

type Props = { id: string; label: string; place: 'top' | 'bottom'; button: ReactNode; children: ReactNode }

/** A button of the rail with a menu beside it. The browser closes it on Escape and on clicks elsewhere. */
export function Menu({ id, label, place, button, children }: Props) {
  return (
    <>
      <button type="button" className={rail.button} popoverTarget={id} title={label}>
        {button}
        <span className="unseen">{label}</span>
      </button>
      <div id={id} popover="auto" className={styles.railMenu} data-place={place} role="dialog" aria-label={label}>
        {children}
      </div>
    </>
  )
}

/** Closes the menu that contains an element. */
export const closeMenu = (element: Element): void => element.closest<HTMLElement>('[popover]')?.hidePopover()
