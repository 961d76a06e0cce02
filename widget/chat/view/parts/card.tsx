/** @jsxImportSource preact */
import type { Action } from '../../../../shared/action.ts'
import type { CarouselCard } from '../../../../shared/message.ts'
import { safeAddress } from '../../../../shared/safe-address.ts'
import type { Entry } from '../../talk.ts'
import { fill } from '../../words/words.ts'
import { usePartChat } from '../chat-context.tsx'
import { ExternalLink } from '../external-link.tsx'
import { Formatted } from '../formatted.tsx'
import { ActionButton } from './action-button.tsx'
import { MoreIcon, type MoreIconName } from './more-icon.tsx'
import { Choice } from './options.tsx'

/** A card. Its image is on a third-party server, so it is offered and never loaded automatically. */
export function Card({ entry, card }: { entry: Entry; card: CarouselCard }) {
  const { words } = usePartChat()
  const { title, body, image, actions = [] } = card
  return (
    <section class="panel card" aria-label={title}>
      <h2 dir="auto">{title}</h2>
      {body && <Formatted text={body} />}
      {image && safeAddress(image.src) && (
        <ExternalLink address={image.src} class="picture">
          <MoreIcon name="image" />
          <span dir="auto">{image.alt ? fill(words.picture, { words: image.alt }) : words.image}</span>
        </ExternalLink>
      )}
      {actions.length > 0 && (
        <div class="chips">
          {actions.map((action) => (
            <CardAction key={action.id} entry={entry} action={action} />
          ))}
        </div>
      )}
    </section>
  )
}

/** Cards side by side. */
export function Carousel({ entry, cards }: { entry: Entry; cards: readonly CarouselCard[] }) {
  const { words } = usePartChat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard
    <section class="carousel" aria-label={words.cards} tabIndex={0}>
      {cards.map((card, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never change
        <Card key={at} entry={entry} card={card} />
      ))}
    </section>
  )
}

const icons: Partial<Record<Action['kind'], MoreIconName>> = { url: 'away', tel: 'phone', email: 'mail' }

function CardAction({ entry, action }: { entry: Entry; action: Action }) {
  const { stage } = usePartChat()
  const { label } = action
  const answer = (id: string, value: string) => stage.talk.act({ id, value, label })
  if (action.kind === 'reply')
    return (
      <Choice
        label={label}
        answered={entry.answer !== undefined}
        chosen={entry.answer === action.id}
        choose={() => answer(action.id, action.value)}
      />
    )
  const icon = icons[action.kind]
  return (
    <ActionButton action={action} class="chip" reply={(value) => answer(action.id, value)}>
      {icon && <MoreIcon name={icon} />}
      <span dir="auto">{label}</span>
    </ActionButton>
  )
}
