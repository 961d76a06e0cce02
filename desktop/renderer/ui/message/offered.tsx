import type { StoredMessage } from '../../../../shared/message.ts'
import { useWords } from '../../words/words.tsx'
import { inPlaces } from '../in-places.ts'
import { Choice } from './choice.tsx'
import { Formatted } from './formatted.tsx'
import { useShown } from './shown-messages.tsx'

/** Options that the visitor may choose from; what they chose is marked. */
export function Offered({ message }: { message: Extract<StoredMessage, { type: 'options' }> }) {
  const words = useWords().conversation.message
  const chosen = useShown().chosen(message.id)
  const offer = ({ label, value }: { label: string; value: string }) => (
    <li>
      <Choice label={label} chosen={chosen.has(value)} />
    </li>
  )
  return (
    <>
      {message.text && <Formatted text={message.text} markdown />}
      <ul className="choices" aria-label={words.offered}>
        {inPlaces(message.options.map(offer))}
      </ul>
    </>
  )
}
