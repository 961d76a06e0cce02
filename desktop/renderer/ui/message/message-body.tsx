import { CircleAlert, Info, TriangleAlert, UserRound } from 'lucide-react'
import type { StoredMessage } from '../../../../shared/message.ts'
import { useWords } from '../../words/words.tsx'
import { Card } from './card.tsx'
import { Carousel } from './carousel.tsx'
import { formAnswers, pressed } from './form-answers.ts'
import { Formatted } from './formatted.tsx'
import { LinkList } from './link-list.tsx'
import { Offered } from './offered.tsx'
import { useShown } from './shown-messages.tsx'

/** What a message says, drawn by its type. What is not known is shown as its words. */
export function MessageBody({ message }: { message: StoredMessage }) {
  const words = useWords().conversation.message
  switch (message.type) {
    case 'text':
      return message.role === 'user' ? <Said message={message} /> : <Formatted text={message.text} markdown />
    case 'options':
      return <Offered message={message} />
    case 'card':
      return <Card card={message} messageId={message.id} />
    case 'carousel':
      return <Carousel message={message} />
    case 'links':
      return <LinkList title={message.title} links={message.links} />
    case 'form':
      return <Asked message={message} />
    case 'notice':
      return <Notice message={message} />
    default:
      return <Formatted text={textOf(message) ?? words.unknown} markdown={false} />
  }
}

/** A type that this version of the dashboard does not know still has words. */
const textOf = (message: never): string | undefined => (message as { text?: string }).text

type Of<T extends StoredMessage['type']> = { message: Extract<StoredMessage, { type: T }> }

/** What the visitor wrote, or what they filled in, field by field. */
function Said({ message }: Of<'text'>) {
  const words = useWords().conversation.message
  const { find } = useShown()
  const answers = formAnswers(message, find)
  if (pressed(message)?.id === 'person')
    return (
      <p className="asks">
        <UserRound size={16} aria-hidden />
        {words.asksForPerson}
      </p>
    )
  if (!answers || answers.length === 0) return <Formatted text={message.text} markdown={false} />
  return (
    <dl className="answers" aria-label={words.filledIn}>
      {answers.map(({ label, answer }) => (
        <div key={label}>
          <dt dir="auto">{label}</dt>
          <dd dir="auto">{answer}</dd>
        </div>
      ))}
    </dl>
  )
}

function Asked({ message }: Of<'form'>) {
  const words = useWords().conversation.message
  return (
    <div className="asked">
      {message.title && <p dir="auto">{message.title}</p>}
      <p className="muted">{words.asked}</p>
      <ul>
        {message.fields.map((field) => (
          <li key={field.name} dir="auto">
            {field.label}
            {field.required && ' *'}
          </li>
        ))}
      </ul>
    </div>
  )
}

const toneIcons = { info: Info, warning: TriangleAlert, error: CircleAlert }

function Notice({ message: { text, tone = 'info' } }: Of<'notice'>) {
  const Icon = toneIcons[tone] ?? Info
  return (
    <div className={`notice tone-${tone}`}>
      <Icon size={16} aria-hidden />
      <Formatted text={text} markdown />
    </div>
  )
}
