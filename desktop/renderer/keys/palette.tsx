import { useStore } from '../live/store.ts'
import { createLater, useLater } from '../ui/later.ts'
import { useWords } from '../words/words.tsx'
import { useCommand } from './commands.tsx'
import { Modal, openDialog } from './modal.tsx'
import styles from './palette.module.css'

/** Its content is loaded when the browser is idle, or when it is opened. */
export const found = createLater(() => import('./found.tsx').then(({ Found }) => Found))

/** Finds everything by its words: contacts, conversations, settings, labels, canned replies and commands. */
export function Palette() {
  const { keys } = useWords()
  const isOpen = useStore(openDialog, (which) => which === 'palette')
  const open = () => openDialog.set('palette')
  useCommand({ id: 'palette', words: keys.openPalette, group: keys.general, keys: 'mod+k', inFields: true, run: open })
  return isOpen ? <OpenPalette /> : null
}

function OpenPalette() {
  const { keys: words } = useWords()
  const Found = useLater(found)
  // Opened immediately, so that keys typed while it loads do not reach the page.
  return (
    <Modal label={words.palette} className={styles.palette}>
      {Found ? <Found /> : <p aria-busy="true">{words.looking}</p>}
    </Modal>
  )
}
