import { z } from 'zod'
import type { Action as CardAction } from '../../../../shared/action.ts'
import { FieldType, type FormField, FormField as FormFieldSchema } from '../../../../shared/form.ts'
import { contactFields } from '../../../../shared/lead.ts'
import { MessageContent } from '../../../../shared/message.ts'
import { isWebUrl } from '../../../../shared/origin.ts'
import { line, text } from '../../../../shared/text.ts'
import { cleanReply } from './reply-text.ts'

/**
 * The result of an action: something to show, details of the visitor, the request for a person, the wish for an
 * appointment, or an unanswered question.
 */
export type Effect = {
  message?: MessageContent
  contact?: { name?: string; email?: string; phone?: string }
  handover?: { reason: string }
  calendar?: true
  unanswered?: string
}

export type ActionKind<Input extends z.ZodObject = z.ZodObject> = {
  /** When to use it, as an instruction to the model. */
  description: string
  input: Input
  /** Throws a ZodError, or an Error with the reason, if the input is not usable. `said` is what the visitor wrote. */
  take(input: z.output<Input>, said: string): Effect
}

const kind = <Input extends z.ZodObject>(given: ActionKind<Input>): ActionKind => given as unknown as ActionKind

const show = (content: unknown): Effect => ({ message: MessageContent.parse(content) })
const words = (max: number) => text(max).overwrite(cleanReply)
const label = line(200, 1)

const showOptions = kind({
  description: 'Offers answers to press, where a question to the visitor has a few possible ones.',
  input: z.object({
    text: words(1000).optional().describe('The question, unless the reply asks it.'),
    options: z
      .array(z.union([label, z.object({ label, value: line(1000, 1).optional() })]))
      .min(1)
      .max(20),
    multi: z.boolean().optional().describe('Whether several may be chosen.'),
  }),
  take: ({ text, options, multi }) =>
    show({
      type: 'options',
      ...(text ? { text } : {}),
      options: options.map((one) =>
        typeof one === 'string' ? { label: one, value: one } : { label: one.label, value: one.value ?? one.label },
      ),
      ...(multi === undefined ? {} : { multi }),
    }),
})

const Field = z.object({
  label,
  name: line(64).optional(),
  type: FieldType.default('text'),
  required: z.boolean().default(false),
  options: z.array(label).max(50).optional().describe('The choices of a select field.'),
})

const showForm = kind({
  description: 'Shows a form, where several details are needed from the visitor at once.',
  input: z.object({
    title: line(200).optional(),
    fields: z.array(Field).min(1).max(20),
    submitLabel: line(80).optional(),
  }),
  take: ({ title, fields, submitLabel }) =>
    show({
      type: 'form',
      ...(title ? { title } : {}),
      fields: fields.map(toField),
      ...(submitLabel ? { submitLabel } : {}),
    }),
})

/** A field needs a valid name. A model may write anything, so an invalid one is replaced by the field's position. */
function toField({ name, options, ...field }: z.output<typeof Field>, place: number): FormField {
  const given = FormFieldSchema.shape.name.safeParse(name ?? '')
  const choices = options?.map((option) => ({ label: option, value: option }))
  return { ...field, name: given.data ?? `field${place + 1}`, ...(choices?.length ? { options: choices } : {}) }
}

const showLinks = kind({
  description: 'Shows links to pages that the sources name.',
  input: z.object({
    title: line(200).optional(),
    links: z
      .array(z.object({ label, url: z.string().max(2000), description: words(500).optional() }))
      .min(1)
      .max(20),
  }),
  take({ title, links }) {
    const safe = links.filter(({ url }) => isWebUrl(url))
    if (safe.length === 0) throw new Error('No link has an http or https address.')
    return show({ type: 'links', ...(title ? { title } : {}), links: safe })
  },
})

const showCard = kind({
  description: 'Shows a card for one thing, such as a product or a place, with up to eight buttons.',
  input: z.object({
    title: label,
    body: words(2000).optional(),
    actions: z
      .array(
        z.object({
          label,
          target: z.string().max(2000).optional().describe('https:, tel: or mailto:; without it the label is said.'),
        }),
      )
      .max(8)
      .default([]),
  }),
  take({ title, body, actions }) {
    const buttons = actions.map(toButton).filter((button) => button !== undefined)
    return show({ type: 'card', title, ...(body ? { body } : {}), ...(buttons.length > 0 ? { actions: buttons } : {}) })
  },
})

/** Buttons may only lead to pages, telephone numbers and email addresses; others are dropped. */
function toButton({ label, target = '' }: { label: string; target?: string | undefined }, place: number) {
  const common = { id: `action${place + 1}`, label }
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/i.exec(target.trim()) ?? []
  const phone = scheme.toLowerCase() === 'tel' && /^[+\d][\d ()./-]{2,39}$/.test(rest) ? rest : undefined
  const email = scheme.toLowerCase() === 'mailto' ? contactFields.email.safeParse(rest.split('?')[0]).data : undefined
  let button: CardAction | undefined
  if (target.trim() === '') button = { ...common, kind: 'reply', value: label }
  else if (phone) button = { ...common, kind: 'tel', phone }
  else if (email) button = { ...common, kind: 'email', email }
  else if (isWebUrl(target)) button = { ...common, kind: 'url', url: target }
  return button
}

const saveContact = kind({
  description: 'Keeps the name, email or phone number that the visitor gave for being contacted.',
  input: z.object({
    name: contactFields.name.optional(),
    email: z.string().max(254).optional(),
    phone: contactFields.phone.optional(),
  }),
  take(input, said) {
    const email = contactFields.email.safeParse(input.email).data
    const given = Object.entries({ ...input, email }).filter(
      ([name, value]) => value !== undefined && value !== '' && isWrittenByVisitor(name, value, said),
    )
    if (given.length === 0) throw new Error('The visitor did not write these details.')
    return { contact: Object.fromEntries(given) }
  },
})

/**
 * Whether the visitor wrote it, and not only as a part of something else: a model may take details from a page or
 * invent them.
 */
function isWrittenByVisitor(name: string, value: string, said: string): boolean {
  const lower = said.toLowerCase()
  if (name === 'phone') return numbersIn(said).some((number) => isSameNumber(number, value.replace(/\D/g, '')))
  if (name === 'email') return emailsIn(lower).includes(value)
  const words = new Set(wordsIn(lower))
  const asked = wordsIn(value.toLowerCase())
  return asked.length > 0 && asked.every((word) => words.has(word))
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
const emailsIn = (text: string) =>
  (text.match(/[^\s@<>()[\],;:"']+@[^\s@<>()[\],;:"']+/g) ?? []).map((one) => one.replace(/[.!?]+$/, ''))
const numbersIn = (text: string) => (text.match(/\d[\d\s()/.-]*\d/g) ?? []).map((one) => one.replace(/\D/g, ''))

/** The same number, with or without a country code. */
function isSameNumber(one: string, other: string): boolean {
  const [long, short] = [one, other].map((digits) => digits.replace(/^0+/, '')).sort((a, b) => b.length - a.length)
  return short!.length >= 5 && long!.endsWith(short!) && long!.length - short!.length <= 5
}

const askForPerson = kind({
  description:
    'Tells the team that the visitor asks for a person, where the visitor does. Nobody may be promised: the chat itself says what happens next.',
  input: z.object({ reason: text(500).default('') }),
  take: ({ reason }) => ({ handover: { reason } }),
})

const openCalendar = kind({
  description:
    'Opens the calendar of this chat, in which visitors book, where the visitor wants an appointment or to know a free time for one. Not for opening hours, or for an appointment that exists.',
  input: z.object({}),
  take: () => ({ calendar: true }),
})

const noteUnanswered = kind({
  description:
    'Takes a question down for the team, where the visitor asks about the business and neither the sources nor the instructions of the business nor this chat hold the answer. Not for greetings, thanks, insults, the wish for a person, or what is not about the business.',
  input: z.object({
    question: line(300)
      .overwrite(cleanReply)
      .describe('The question in one sentence, as if nothing had been said before.'),
  }),
  take: ({ question }, said) => ({ unanswered: isOf(question, said) ? question : '' }),
})

/**
 * Whether a question contains a significant word of the visitor's: a model may take a question from a page or invent
 * it.
 */
function isOf(question: string, said: string): boolean {
  const words = new Set(said.toLowerCase().match(/[\p{L}\p{N}]{4,}|[\p{Lo}]{2}/gu))
  return (question.toLowerCase().match(/[\p{L}\p{N}]{4,}|[\p{Lo}]{2}/gu) ?? []).some((word) => words.has(word))
}

export const actions = {
  show_options: showOptions,
  show_form: showForm,
  show_links: showLinks,
  show_card: showCard,
  save_contact: saveContact,
  ask_for_person: askForPerson,
  open_calendar: openCalendar,
  note_unanswered: noteUnanswered,
} as const
export type ActionName = keyof typeof actions

export const isActionName = (name: string): name is ActionName => Object.hasOwn(actions, name)
