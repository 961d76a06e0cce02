import type { MouseEvent, ReactNode } from 'react'
import './modal.css'
import { closeOpened } from './opened.ts'

const openAtOnce = (dialog: HTMLDialogElement | null) => {
  if (!dialog || dialog.open) return
  dialog.showModal()
  // By itself, the focus goes to whatever could have it, although nobody could do anything there.
  dialog.querySelector<HTMLElement>('input, button')?.focus()
}

/** A dialog over everything: Escape, and a click beside it, close it. */
export function Modal({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const beside = (event: MouseEvent) => {
    if (event.target === event.currentTarget) closeOpened()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, Escape closes it
    <dialog className={`modal ${className}`} aria-label={label} ref={openAtOnce} onClose={closeOpened} onClick={beside}>
      {children}
    </dialog>
  )
}
