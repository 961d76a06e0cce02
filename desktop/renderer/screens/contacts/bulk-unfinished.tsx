import { X } from 'lucide-react'
import { useFigures } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import type { Unfinished } from './use-bulk.ts'

type Props = { unfinished: Unfinished; close: () => void }

/** How far a change of many came that was stopped or failed, and the way on. It stays until somebody closes it. */
export function BulkUnfinished({ unfinished: { done, left, why, goOn }, close }: Props) {
  const words = useContactsWords().bulk
  const figures = useFigures()
  return (
    <section className="bulk-unfinished" role="alert">
      <p>{words.unfinished(figures.whole(done), figures.whole(left), why)}</p>
      <button type="button" onClick={goOn}>
        {words.goOn}
      </button>
      <IconButton Icon={X} label={words.close} onClick={close} />
    </section>
  )
}
