import type { MountedChat, Mounting } from './mounting.ts'

/** Makes the chat of a page: what the loader calls once it has loaded this. */
export function mount({ root, site, showOpen }: Mounting): MountedChat {
  const dialog = document.createElement('dialog')
  dialog.ariaLabel = site.name
  root.append(dialog)
  const show = (open: boolean) => {
    dialog.open = open
    showOpen(open)
  }
  return {
    open: () => show(true),
    close: () => show(false),
    send: () => {},
    identify: () => {},
    reset: () => {},
    destroy: () => dialog.remove(),
    debug: () => ({}),
  }
}
