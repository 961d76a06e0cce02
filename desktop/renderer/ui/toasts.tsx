import { Undo2, X } from 'lucide-react'
import { useCommand } from '../keys/commands.tsx'
import { KeysOf } from '../keys/key-caps.tsx'
import { useWords } from '../words/words.tsx'
import { IconButton } from './icon-button.tsx'
import { toasts, useToasts } from './toast.ts'
import './toasts.css'

/** What was said of late, with a way to take back what can be taken back. */
export function Toasts() {
  const all = useToasts()
  const { frame, keys, common } = useWords()
  const undoable = all.findLast(({ undo }) => undo)
  const close = (id: number) => toasts.set((shown) => shown.filter((one) => one.id !== id))
  const takeBack = ({ id, undo }: (typeof all)[number]) => {
    close(id)
    undo?.()
  }
  useCommand(
    { id: 'undo', words: keys.undo, group: keys.general, keys: 'z', run: () => undoable && takeBack(undoable) },
    undoable !== undefined,
  )
  return (
    <section className="toasts" aria-label={frame.notices} aria-live="polite">
      {all.map((toast) => (
        <div key={toast.id} className="toast" data-tone={toast.tone}>
          <p dir="auto">{toast.words}</p>
          {toast.undo && (
            <button type="button" className="quiet" onClick={() => takeBack(toast)}>
              <Undo2 size={16} aria-hidden="true" />
              {common.undo}
              {toast === undoable && <KeysOf id="undo" />}
            </button>
          )}
          <IconButton Icon={X} label={frame.dismiss} onClick={() => close(toast.id)} />
        </div>
      ))}
    </section>
  )
}
