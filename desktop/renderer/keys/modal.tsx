import type { MouseEvent, ReactNode } from 'react'
import { createStore } from '../live/store.ts'
import styles from './modal.module.css'

const openAtOnce = (dialog: HTMLDialogElement | null) => {
  if (!dialog || dialog.open) return
  dialog.showModal()
  // Otherwise the focus would move to an element behind the dialog that cannot be used.
  dialog.querySelector<HTMLElement>('input, button')?.focus()
}

/** A dialog above everything. Escape and a click beside it close it. */
export function Modal({
  label,
  className,
  children,
}: {
  label: string
  className: string | undefined
  children: ReactNode
}) {
  const beside = (event: MouseEvent) => {
    if (event.target === event.currentTarget) closeDialog()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard
    <dialog
      className={`${styles.modal} ${className}`}
      aria-label={label}
      ref={openAtOnce}
      onClose={closeDialog}
      onClick={beside}
    >
      {children}
    </dialog>
  )
}

/** Which of the two dialogs is open. */
export const openDialog = createStore<'palette' | 'sheet' | null>(null)

export const closeDialog = (): void => openDialog.set(null)
