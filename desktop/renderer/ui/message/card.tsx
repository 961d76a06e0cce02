import { ImageIcon } from 'lucide-react'
import type { Action } from '../../../../shared/action.ts'
import type { CarouselCard, StoredMessage } from '../../../../shared/message.ts'
import { useWords } from '../../words/words.tsx'
import { Away } from '../external-link.tsx'
import { keyedByPosition } from '../in-places.ts'
import { Formatted } from './formatted.tsx'
import styles from './message.module.css'
import { Choice } from './offered.tsx'
import { useShown } from './shown-messages.tsx'

/** A card as shown to the visitor. Its picture is described in words, because pictures in replies are never loaded. */
export function Card({ card, messageId }: { card: CarouselCard; messageId: string }) {
  const words = useWords().conversation.message
  return (
    <div className={styles.cardShown}>
      {card.image && (
        <p className={styles.picture}>
          <ImageIcon size={16} aria-hidden />
          <Away address={card.image.src}>{words.picture(card.image.alt || card.image.src)}</Away>
        </p>
      )}
      <p className={styles.heading} dir="auto">
        {card.title}
      </p>
      {card.body && <Formatted text={card.body} markdown />}
      {card.actions && card.actions.length > 0 && (
        <ul className={styles.choices}>
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

  /** A button is answered by its own id, or by that of its message. */
  function isChosen(value: string): boolean {
    return chosen(messageId).has(value) || chosen(action.id).has(value)
  }
}

/** Cards side by side, as shown to the visitor. */
export function Carousel({ message }: { message: Extract<StoredMessage, { type: 'carousel' }> }) {
  const draw = (card: CarouselCard) => <Card card={card} messageId={message.id} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section className={`row ${styles.carousel}`} tabIndex={0} aria-label={message.cards[0]?.title}>
      {keyedByPosition(message.cards.map(draw))}
    </section>
  )
}
