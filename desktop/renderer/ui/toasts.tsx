import { Undo2, X } from 'lucide-react'
import { useCommand } from '../keys/commands.tsx'
import { KeysOf } from '../keys/key-caps.tsx'
import { useWords } from '../words/words.tsx'
import { IconButton } from './icon-button.tsx'
import { hideToast, toast as showToast, toasts, useToasts } from './toast.ts'
import styles from './toasts.module.css'

/** Recent toasts, with buttons to undo. */
export function Toasts() {
  const all = useToasts()
  const { frame, keys, common } = useWords()
  const shown = all.filter(({ isGone }) => !isGone)
  const undoable = all.findLast(({ undo }) => undo)
  const takeBack = ({ id, words, undo, isGone }: (typeof all)[number]) => {
    toasts.set((shown) => shown.filter((one) => one.id !== id))
    undo?.()
    // Otherwise nobody would see what the key undid.
    if (isGone) showToast(keys.undone(words))
  }
  useCommand(
    { id: 'undo', words: keys.undo, group: keys.general, keys: 'z', run: () => undoable && takeBack(undoable) },
    undoable !== undefined,
  )
  return (
    <section className={`stack ${styles.toasts}`} aria-label={frame.notices} aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={`cluster ${styles.toast}`} data-tone={toast.tone}>
          <p dir="auto">{toast.words}</p>
          {toast.undo && (
            <button type="button" className="quiet" onClick={() => takeBack(toast)}>
              <Undo2 size={16} aria-hidden="true" />
              {common.undo}
              {toast === undoable && <KeysOf id="undo" />}
            </button>
          )}
          <IconButton Icon={X} label={frame.dismiss} onClick={() => hideToast(toast.id)} />
        </div>
      ))}
    </section>
  )
}
