import { z } from 'zod'
import { Action, actionTarget } from './action.ts'
import { WebUrl } from './address.ts'
import { FormFields, Option } from './form.ts'
import { Milliseconds } from './page.ts'
import { exact, line, text } from './text.ts'

/** Longer than any reply that a model writes within its limit. */
export const mostMessageCharacters = 32_000

export const Image = z
  .object({ src: WebUrl, alt: line(300).describe('What the image shows, in words.') })
  .meta({ id: 'Image' })

export const CarouselCard = z
  .object({
    title: line(200, 1),
    body: text(2000).optional(),
    image: Image.optional(),
    actions: z.array(Action).max(8).optional(),
  })
  .meta({ id: 'CarouselCard' })
export type CarouselCard = z.infer<typeof CarouselCard>

export const Link = z
  .object({ label: line(200, 1), url: WebUrl, description: text(500).optional() })
  .meta({ id: 'Link' })
export type Link = z.infer<typeof Link>

const anyText = text(mostMessageCharacters, 1)
const fallback = { text: anyText.optional().describe('For clients that do not know this type.') }

const TextContent = z.object({ type: z.literal('text'), text: anyText })
const OptionsContent = z.object({
  type: z.literal('options'),
  text: anyText.optional().describe('The question above the options.'),
  options: z.array(Option).min(1).max(20),
  multi: z.boolean().optional().describe('Whether several may be chosen; they are sent joined by line breaks.'),
})
const CardContent = z.object({ ...fallback, type: z.literal('card'), ...CarouselCard.shape })
const CarouselContent = z.object({
  ...fallback,
  type: z.literal('carousel'),
  cards: z.array(CarouselCard).min(1).max(10),
})
const LinksContent = z.object({
  ...fallback,
  type: z.literal('links'),
  title: line(200).optional(),
  links: z.array(Link).min(1).max(20),
})
const FormContent = z.object({
  ...fallback,
  type: z.literal('form'),
  title: line(200).optional(),
  fields: FormFields.min(1, 'Must have at least one field.'),
  submitLabel: line(80).optional(),
  purpose: z
    .literal('callback')
    .optional()
    .describe('Whoever answers it asks to be called; what it says under `message` is the reason.'),
})
const NoticeContent = z.object({
  type: z.literal('notice'),
  text: anyText,
  tone: z.enum(['info', 'warning', 'error']).optional(),
})

/** What a message says, without who says it and when: what the assistant or a connector makes. */
export const MessageContent = z
  .discriminatedUnion('type', [
    TextContent,
    OptionsContent,
    CardContent,
    CarouselContent,
    LinksContent,
    FormContent,
    NoticeContent,
  ])
  .meta({ id: 'MessageContent' })
export type MessageContent = z.infer<typeof MessageContent>
export type MessageType = MessageContent['type']

export const Role = z.enum(['agent', 'user', 'system']).describe('agent: the assistant or a person of the team.')
export type Role = z.infer<typeof Role>
const agent = z.literal('agent')
const agentOrSystem = z.enum(['agent', 'system'])

/** Who may say what: only plain text is for everybody. */
export const rolesOf: Record<MessageType, readonly Role[]> = {
  text: ['agent', 'user', 'system'],
  options: ['agent'],
  card: ['agent'],
  carousel: ['agent'],
  links: ['agent'],
  form: ['agent'],
  notice: ['agent', 'system'],
}

export const MessageMeta = z
  .object({
    human: z.boolean().optional().describe('A person of the team wrote it.'),
    agentName: z.string().optional().describe('Who wrote it, as the visitor is shown.'),
    interrupted: z.boolean().optional().describe('The reply was stopped before its end; this much was written.'),
  })
  .meta({ id: 'MessageMeta' })
export type MessageMeta = z.infer<typeof MessageMeta>

export const Source = z
  .object({
    title: z.string(),
    url: z.string().nullable().describe('Null for knowledge that has no page.'),
    passageId: z.string(),
  })
  .meta({ id: 'Source', description: 'A passage of the knowledge base that a reply rests on.' })
export type Source = z.infer<typeof Source>

export const MessageId = z.string().describe('Begins with `msg_`.')

const sent = { id: MessageId, ts: Milliseconds, meta: MessageMeta.optional(), sources: z.array(Source).optional() }

export const Message = z
  .discriminatedUnion('type', [
    TextContent.extend({ ...sent, role: Role }).meta({ id: 'TextMessage' }),
    OptionsContent.extend({ ...sent, role: agent }).meta({ id: 'OptionsMessage' }),
    CardContent.extend({ ...sent, role: agent }).meta({ id: 'CardMessage' }),
    CarouselContent.extend({ ...sent, role: agent }).meta({ id: 'CarouselMessage' }),
    LinksContent.extend({ ...sent, role: agent }).meta({ id: 'LinksMessage' }),
    FormContent.extend({ ...sent, role: agent }).meta({ id: 'FormMessage' }),
    NoticeContent.extend({ ...sent, role: agentOrSystem }).meta({ id: 'NoticeMessage' }),
  ])
  .meta({ id: 'Message', description: 'One message of a chat. Show `text` for a type that you do not know.' })
export type Message = z.infer<typeof Message>

export const Author = z
  .object({
    kind: z.literal('human'),
    id: z.string().describe('An email, `key:<key_id>` or `telegram:<id>`.'),
    name: z.string(),
  })
  .meta({ id: 'Author', description: 'The person of the team who wrote a message.' })
export type Author = z.infer<typeof Author>

export const ClientMessageId = exact(128, 1).describe('Your own id: the same one twice is stored once.')

export const Feedback = z.literal([1, -1])

const stored = {
  ...sent,
  payload: z.record(z.string(), z.unknown()).nullable().describe('The action that the visitor sent, for one.'),
  feedback: Feedback.nullable().describe('How the visitor rated it.'),
  author: Author.nullable().describe('Null unless a person of the team wrote it.'),
  clientMessageId: z.string().nullable(),
  deliveredAt: Milliseconds.nullable(),
  seenAt: Milliseconds.nullable(),
  traceId: z.string().optional().describe("On the assistant's replies: how it came about."),
}

export const StoredMessage = z
  .discriminatedUnion('type', [
    TextContent.extend({ ...stored, role: Role }).meta({ id: 'StoredTextMessage' }),
    OptionsContent.extend({ ...stored, role: agent }).meta({ id: 'StoredOptionsMessage' }),
    CardContent.extend({ ...stored, role: agent }).meta({ id: 'StoredCardMessage' }),
    CarouselContent.extend({ ...stored, role: agent }).meta({ id: 'StoredCarouselMessage' }),
    LinksContent.extend({ ...stored, role: agent }).meta({ id: 'StoredLinksMessage' }),
    FormContent.extend({ ...stored, role: agent }).meta({ id: 'StoredFormMessage' }),
    NoticeContent.extend({ ...stored, role: agentOrSystem }).meta({ id: 'StoredNoticeMessage' }),
  ])
  .meta({ id: 'StoredMessage', description: 'A message as the team reads it.' })
export type StoredMessage = z.infer<typeof StoredMessage>

const lines = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined && part !== '').join('\n')

const cardText = (card: CarouselCard) =>
  lines(
    card.title,
    card.body,
    ...(card.actions ?? []).map((action) => {
      const target = actionTarget(action)
      return target ? `${action.label}: ${target}` : `- ${action.label}`
    }),
  )

const linkText = (link: Link) => lines(`${link.label}: ${link.url}`, link.description)

/** A message in words alone: what search, the prompt, events and clients that do not know its type work with. */
export function plainText(message: MessageContent): string {
  switch (message.type) {
    case 'text':
    case 'notice':
      return message.text
    case 'options':
      return lines(message.text, ...message.options.map((option) => `- ${option.label}`))
    case 'card':
      return message.text ?? cardText(message)
    case 'carousel':
      return message.text ?? message.cards.map(cardText).join('\n\n')
    case 'links':
      return message.text ?? lines(message.title, ...message.links.map(linkText))
    case 'form':
      return message.text ?? lines(message.title, ...message.fields.map((field) => `- ${field.label}`))
  }
}
