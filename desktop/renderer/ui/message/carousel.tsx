import type { CarouselCard, StoredMessage } from '../../../../shared/message.ts'
import { inPlaces } from '../in-places.ts'
import { Card } from './card.tsx'

/** Cards beside each other, as the visitor was shown them. */
export function Carousel({ message }: { message: Extract<StoredMessage, { type: 'carousel' }> }) {
  const draw = (card: CarouselCard) => <Card card={card} messageId={message.id} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard
    <section className="carousel" tabIndex={0} aria-label={message.cards[0]?.title}>
      {inPlaces(message.cards.map(draw))}
    </section>
  )
}
