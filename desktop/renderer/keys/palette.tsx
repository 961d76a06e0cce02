import { createLater, useLater } from '../app/later.ts'
import { useStore } from '../live/store.ts'
import { useWords } from '../words/words.tsx'
import { useCommand } from './commands.tsx'
import { Modal } from './modal.tsx'
import { opened } from './opened.ts'
import './palette.css'

/** What is in it is read once there is time for it, or when it is opened. */
export const found = createLater(() => import('./found.tsx').then(({ Found }) => Found))

/** Everything that can be found and done, by its words. */
export function Palette() {
  const { keys } = useWords()
  const isOpen = useStore(opened, (which) => which === 'palette')
  const open = () => opened.set('palette')
  useCommand({ id: 'palette', words: keys.openPalette, group: keys.general, keys: 'mod+k', inFields: true, run: open })
  return isOpen ? <OpenPalette /> : null
}

function OpenPalette() {
  const { keys: words } = useWords()
  const Found = useLater(found)
  // It is open at once, so that what is typed meanwhile is no key of the page.
  return (
    <Modal label={words.palette} className="palette">
      {Found ? <Found /> : <p aria-busy="true">{words.looking}</p>}
    </Modal>
  )
}
