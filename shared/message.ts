import { z } from 'zod'
import { Action, actionTarget } from './action.ts'
import { WebUrl } from './address.ts'
import { VisitorAppointment } from './booking.ts'
import { UploadedFile } from './file.ts'
import { FormFields, Option } from './form.ts'
import { Milliseconds } from './page.ts'
import { exact, line, text } from './text.ts'

/** Longer than any reply that a model writes within its token limit. */
export const maxMessageCharacters = 32_000

export const Image = z
  .object({ src: WebUrl, alt: line(300).describe('Alternative text of the image.') })
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

const anyText = text(maxMessageCharacters, 1)
const fallback = { text: anyText.optional().describe('A fallback for clients that do not know this type.') }

const TextContent = z.object({ type: z.literal('text'), text: anyText })
const OptionsContent = z.object({
  type: z.literal('options'),
  text: anyText.optional().describe('The question above the options.'),
  options: z.array(Option).min(1).max(20),
  multi: z
    .boolean()
    .optional()
    .describe('Whether several options can be chosen. They are sent separated by line breaks.'),
})
const CardContent = z.object({
  ...fallback,
  type: z.literal('card'),
  ...CarouselCard.shape,
  picker: z.literal(true).optional().describe('Opens the calendar of free times.'),
  appointment: VisitorAppointment.optional().describe('The appointment that the card shows.'),
})
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
    .describe('An answer requests a callback. Its `message` field is the reason.'),
})
const NoticeContent = z.object({
  type: z.literal('notice'),
  text: anyText,
  tone: z.enum(['info', 'warning', 'error']).optional(),
})

/** The content of a message without author and time, as the assistant or a connector produces it. */
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

export const Role = z.enum(['agent', 'user', 'system']).describe('agent: the assistant or a team member.')
export type Role = z.infer<typeof Role>
const agent = z.literal('agent')
const agentOrSystem = z.enum(['agent', 'system'])

/** Which roles may send which message types. Only plain text is open to all. */
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
    human: z.boolean().optional().describe('Whether a team member wrote it.'),
    agentName: z.string().optional().describe("The author's name as shown to the visitor."),
    interrupted: z
      .boolean()
      .optional()
      .describe('Whether the reply was stopped early. The text is what was written by then.'),
  })
  .meta({ id: 'MessageMeta' })
export type MessageMeta = z.infer<typeof MessageMeta>

export const Source = z
  .object({
    title: z.string(),
    url: z.string().nullable().describe('Null if the knowledge has no page.'),
    passageId: z.string(),
  })
  .meta({ id: 'Source', description: 'A knowledge passage that a reply is based on.' })
export type Source = z.infer<typeof Source>

export const MessageId = z.string().describe('Begins with `msg_`.')

/** The largest file of a chat in bytes, whatever the settings of a site say. */
export const maxChatFileBytes = 10 * 1024 * 1024

export const MessageFile = z
  .object({
    id: z.string().describe('Begins with `cfile_`.'),
    name: z.string(),
    type: z.string().describe('The media type that its first bytes prove.'),
    size: z.int().describe('Size in bytes.'),
    width: z.int().optional().describe('Of an image, in pixels.'),
    height: z.int().optional(),
    deletedAt: Milliseconds.optional().describe('Present once the file was deleted.'),
  })
  .meta({ id: 'MessageFile', description: 'A file that was sent in a chat.' })
export type MessageFile = z.infer<typeof MessageFile>

const fileText = text(4000).optional().describe('What the sender writes about the file. Default: its name.')

/** A file and its text, as a form. */
export const SentFile = z
  .object({
    file: UploadedFile.describe(
      "An image, PDF, Word or Excel document, text or CSV of at most the site's `files.maxChatMb`.",
    ),
    text: fileText,
  })
  .meta({ id: 'SentFile' })
export type SentFile = z.infer<typeof SentFile>

const sent = {
  id: MessageId,
  ts: Milliseconds,
  meta: MessageMeta.optional(),
  sources: z.array(Source).optional(),
  file: MessageFile.optional().describe(
    'A file sent with the message. `text` is its name, unless the sender wrote one.',
  ),
}

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
  .meta({ id: 'Message', description: 'A message of a chat. Clients show `text` for unknown types.' })
export type Message = z.infer<typeof Message>

export const Author = z
  .object({
    kind: z.literal('human'),
    id: z.string().describe('An email, `key:<key_id>` or `telegram:<id>`.'),
    name: z.string(),
  })
  .meta({ id: 'Author', description: 'The team member who wrote a message.' })
export type Author = z.infer<typeof Author>

export const ClientMessageId = exact(128, 1).describe('Your own id. A message with a known id is not stored again.')

export const Feedback = z.literal([1, -1])

const stored = {
  ...sent,
  payload: z.record(z.string(), z.unknown()).nullable().describe('For example the action that the visitor sent.'),
  feedback: Feedback.nullable().describe("The visitor's rating."),
  author: Author.nullable().describe('Null unless a team member wrote it.'),
  clientMessageId: z.string().nullable(),
  deliveredAt: Milliseconds.nullable(),
  seenAt: Milliseconds.nullable(),
  traceId: z.string().optional().describe('On replies of the assistant: the trace of the reply.'),
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
  .meta({ id: 'StoredMessage', description: 'A message as the team sees it.' })
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

/** A message as plain text, for search, the prompt, events and clients that do not know its type. */
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
