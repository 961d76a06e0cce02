import { useStore } from '../live/store.ts'
import { createLater, useLater } from '../ui/later.ts'
import { useWords } from '../words/words.tsx'
import { useCommand } from './commands.tsx'
import { openDialog } from './modal.tsx'

const later = createLater(() => import('./open-sheet.tsx'))

/** Lists all available shortcuts, and changes them. Its list is loaded when it is opened. */
export function KeySheet() {
  const { keys } = useWords()
  const isOpen = useStore(openDialog, (which) => which === 'sheet')
  useCommand({ id: 'sheet', words: keys.openSheet, group: keys.general, keys: '?', run: () => openDialog.set('sheet') })
  return isOpen ? <Sheet /> : null
}

function Sheet() {
  const sheet = useLater(later)
  return sheet && <sheet.OpenSheet />
}
