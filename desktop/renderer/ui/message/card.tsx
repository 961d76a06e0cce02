import { ImageIcon } from 'lucide-react'
import type { Action } from '../../../../shared/action.ts'
import type { CarouselCard } from '../../../../shared/message.ts'
import { useWords } from '../../words/words.tsx'
import { Away } from '../external-link.tsx'
import { Choice } from './choice.tsx'
import { Formatted } from './formatted.tsx'
import { useShown } from './shown-messages.tsx'

/** A card as the visitor was shown it, with its picture in words: no picture of a reply is ever loaded. */
export function Card({ card, messageId }: { card: CarouselCard; messageId: string }) {
  const words = useWords().conversation.message
  return (
    <div className="card-shown">
      {card.image && (
        <p className="picture">
          <ImageIcon size={16} aria-hidden />
          <Away address={card.image.src}>{words.picture(card.image.alt || card.image.src)}</Away>
        </p>
      )}
      <p className="heading" dir="auto">
        {card.title}
      </p>
      {card.body && <Formatted text={card.body} markdown />}
      {card.actions && card.actions.length > 0 && (
        <ul className="choices">
          {card.actions.map((action) => (
            <li key={action.id}>
              <Pressable action={action} messageId={messageId} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Pressable({ action, messageId }: { action: Action; messageId: string }) {
  const { chosen } = useShown()
  switch (action.kind) {
    case 'url':
      return <Away address={action.url}>{action.label}</Away>
    case 'tel':
      return <Away address={`tel:${action.phone.replace(/[^\d+*#,;]/g, '')}`}>{action.label}</Away>
    case 'email':
      return <Away address={`mailto:${action.email}`}>{action.label}</Away>
    case 'reply':
      return <Choice label={action.label} chosen={isChosen(action.value)} />
    default:
      return <Choice label={action.label} chosen={chosen(action.id).size > 0} />
  }

  /** A button is answered by its own id, or by that of the message it stood in. */
  function isChosen(value: string): boolean {
    return chosen(messageId).has(value) || chosen(action.id).has(value)
  }
}
