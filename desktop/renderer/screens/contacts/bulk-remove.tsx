import type { RefObject } from 'react'
import { useFigures } from '../../ui/format.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'

type Given = { dialog: RefObject<HTMLDialogElement | null>; count: number; remove: () => void }

/** Asks once more before contacts are deleted, and says what goes with them. */
export function BulkRemove({ dialog, count, remove }: Given) {
  const { bulk: words } = useContactsWords()
  const { common } = useWords()
  const written = useFigures().whole(count)
  const close = () => dialog.current?.close()
  const finish = () => {
    close()
    remove()
  }
  return (
    <dialog
      ref={dialog}
      className="settings-dialog"
      aria-labelledby="bulk-remove-title"
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="bulk-remove-title">{words.removeTitle(written, count === 1)}</h2>
      <p>{words.removeText}</p>
      <div className="settings-actions">
        <button type="button" className="quiet" onClick={close}>
          {common.cancel}
        </button>
        <button type="button" className="danger" onClick={finish}>
          {words.removeNow(written, count === 1)}
        </button>
      </div>
    </dialog>
  )
}
