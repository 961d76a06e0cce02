import type { RefObject } from 'react'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'

type Props = { dialog: RefObject<HTMLDialogElement | null>; count: number; remove: () => void }

/** Asks once more before contacts are deleted, and says what goes with them. */
export function BulkRemove({ dialog, count, remove }: Props) {
  const { bulk: words } = useContactsWords()
  const { common } = useWords()
  return (
    <ConfirmDialog
      dialog={dialog}
      title={words.removeTitle(count)}
      text={words.removeText}
      cancel={common.cancel}
      confirm={words.removeNow(count)}
      onConfirm={remove}
    />
  )
}
