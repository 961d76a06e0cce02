/** @jsxImportSource preact */
import type { Action } from '../../../../shared/action.ts'
import type { CarouselCard } from '../../../../shared/message.ts'
import type { Entry } from '../../talk.ts'
import { fill } from '../../words/words.ts'
import { Away } from '../away.tsx'
import { useChat } from '../chat-context.tsx'
import { markdownNodes } from '../markdown.ts'
import { safeAddress } from '../safe-address.ts'
import { ActionButton } from './action-button.tsx'
import { Choice } from './choice.tsx'
import { MoreIcon, type MoreIconName } from './more-icon.tsx'

/** A card; its picture is somebody else's address, and so it is offered and never fetched by itself. */
export function Card({ entry, card }: { entry: Entry; card: CarouselCard }) {
  const { words } = useChat()
  const { title, body, image, actions = [] } = card
  return (
    <section class="panel card" aria-label={title}>
      <h2 dir="auto">{title}</h2>
      {body && <div class="formatted">{markdownNodes(body, words)}</div>}
      {image && safeAddress(image.src) && (
        <Away address={image.src} class="picture">
          <MoreIcon name="image" />
          <span dir="auto">{image.alt ? fill(words.picture, { words: image.alt }) : words.image}</span>
        </Away>
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
  const { words } = useChat()
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
  const { stage } = useChat()
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
