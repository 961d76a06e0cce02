import { CircleAlert } from 'lucide-react'
import { useLaterWords } from '../words/later-words.ts'
import { useFaults } from './faults.ts'

/** What is wrong with a field, below it; nothing where nothing is. */
export function FaultLine({ path, id }: { path: string; id: string }) {
  const fault = useFaults().get(path)
  const { fields: words } = useLaterWords()
  if (fault === undefined) return null
  return (
    <p className="error field-fault" id={id}>
      <CircleAlert size={16} aria-hidden="true" />
      {words.fault(fault)}
    </p>
  )
}
