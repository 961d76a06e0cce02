import { CircleAlert, Info, TriangleAlert, UserRound } from 'lucide-react'
import type { Link, MessageFile, StoredMessage } from '../../../../shared/message.ts'
import { useWords } from '../../words/words.tsx'
import { Away } from '../external-link.tsx'
import { keyedByPosition } from '../in-places.ts'
import { Card, Carousel } from './card.tsx'
import { formAnswers, pressed } from './form-answers.ts'
import { Formatted } from './formatted.tsx'
import styles from './message.module.css'
import { Offered } from './offered.tsx'
import { SentFile } from './sent-file.tsx'
import { useShown } from './shown-messages.tsx'

/** The content of a message by type. Unknown types are shown as their text. */
export function MessageBody({ message }: { message: StoredMessage }) {
  const words = useWords().conversation.message
  switch (message.type) {
    case 'text':
      return message.file ? <WithFile message={message} file={message.file} /> : <Text message={message} />
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

/** A type that this version of the dashboard does not know still has a text. */
const textOf = (message: never): string | undefined => (message as { text?: string }).text

type Of<T extends StoredMessage['type']> = { message: Extract<StoredMessage, { type: T }> }

function Text({ message }: Of<'text'>) {
  return message.role === 'user' ? <Said message={message} /> : <Formatted text={message.text} markdown />
}

/** A file, and what its sender wrote about it: without a word, the text is its name. */
function WithFile({ message, file }: Of<'text'> & { file: MessageFile }) {
  return (
    <>
      <SentFile file={file} />
      {message.text !== file.name && <Text message={message} />}
    </>
  )
}

/** The visitor's text, or the answers of a form, by field. */
function Said({ message }: Of<'text'>) {
  const words = useWords().conversation.message
  const { find } = useShown()
  const answers = formAnswers(message, find)
  if (pressed(message)?.id === 'person')
    return (
      <p className={styles.asks}>
        <UserRound size={16} aria-hidden />
        {words.asksForPerson}
      </p>
    )
  if (!answers || answers.length === 0) return <Formatted text={message.text} markdown={false} />
  return (
    <dl className={styles.answers} aria-label={words.filledIn}>
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
    <div className={styles.asked}>
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
    <div className={styles.notice} data-tone={tone}>
      <Icon size={16} aria-hidden />
      <Formatted text={text} markdown />
    </div>
  )
}

/** Links as shown to the visitor. */
function LinkList({ title, links }: { title: string | undefined; links: Link[] }) {
  return (
    <>
      {title && (
        <p className={styles.heading} dir="auto">
          {title}
        </p>
      )}
      <ul className="stack">{keyedByPosition(links.map(linkOf))}</ul>
    </>
  )
}

const linkOf = ({ label, url, description }: Link) => (
  <li>
    <Away address={url}>{label}</Away>
    {description && (
      <p className="muted" dir="auto">
        {description}
      </p>
    )}
  </li>
)
