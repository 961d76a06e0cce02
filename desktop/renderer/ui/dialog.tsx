import { type ReactNode, type RefObject, useState } from 'react'

type DialogProps = {
  /** Opens it by `showModal`. */
  dialog: RefObject<HTMLDialogElement | null>
  label: string
  className?: string
  onClose?: () => void
  /** A function is called only while the dialog is open, so each opening starts with an empty form. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A modal dialog, which Escape closes. Shortcuts of the page behind it do nothing while it is open. */
export function Dialog({ dialog, label, className = 'settings-dialog', onClose, children }: DialogProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onToggle={(event) => setOpen(event.newState === 'open')}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {typeof children === 'function' ? isOpen && children(close) : children}
    </dialog>
  )
}

type ConfirmDialogProps = Pick<DialogProps, 'dialog' | 'onClose'> & {
  title: string
  text: string
  cancel: string
  confirm: string
  onConfirm: () => void
}

/** Asks for confirmation of an irreversible action. The safe answer comes first and is focused. */
export function ConfirmDialog({ dialog, title, text, cancel, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  const close = () => dialog.current?.close()
  const finish = () => {
    close()
    onConfirm()
  }
  return (
    <Dialog dialog={dialog} label={title} {...(onClose && { onClose })}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="cluster">
        <button type="button" className="quiet" onClick={close}>
          {cancel}
        </button>
        <button type="button" className="danger" onClick={finish}>
          {confirm}
        </button>
      </div>
    </Dialog>
  )
}
