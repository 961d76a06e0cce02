import { z } from 'zod'
import { flowAction, personAction, type SendMessage, type VisitorAction } from '../../../shared/conversation.ts'
import { rule } from '../../../shared/fault.ts'
import { type FormField, readAnswers } from '../../../shared/form.ts'
import { answerWords } from '../../../shared/form-words.ts'
import type { CarouselCard, MessageFile } from '../../../shared/message.ts'
import { countCharacters } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, invalid, invalidField } from '../../core/error.ts'
import { jsonIn } from '../../core/json.ts'
import { valueAt } from '../../core/template.ts'
import { checkedDetails, type Details } from '../contacts/leads/details.ts'
import type { MessageRow } from './messages.ts'

/** A visitor's message after validation: its text and, if there is one, its action. */
export type Incoming = {
  text: string
  action: VisitorAction | null
  /** The answers to a form, which create or complete a contact. */
  details: Details | null
  /** The visitor requests a callback, optionally with a reason. */
  callback: { reason: string | null } | null
  file: MessageFile | null
  /** The visitor wants a written answer at this address. */
  replyEmail: string | null
  /** The answers to a flow that makes a job, by step. */
  quote: Record<string, string> | null
}

/** Refuses a text longer than the site's `maxMessageLength`. */
export function refuseTooLong(ctx: Context, field: string, words: string): void {
  const max = ctx.site.settings.security.limits.maxMessageLength
  if (countCharacters(words) > max)
    throw invalidField(field, rule('too_long', `Must have at most ${max} characters.`, { max }))
}

/**
 * Validates a message against its conversation. An action must answer something that was shown in it; otherwise 400.
 */
export async function readIncoming(tx: Tx, conversationId: string, { text, action }: SendMessage): Promise<Incoming> {
  if (!action) return { ...plain, text: text ?? '' }
  if (action.id === personAction) {
    refuseTooLong(tx, 'action.value', action.value)
    return { ...plain, text: wordsOf(action), action }
  }
  if (action.id.startsWith(flowAction)) return readFlow(tx, action)
  const shown = await findShown(tx, conversationId, action.id)
  if (!shown)
    throw badRequest('action.id: no such message in this conversation.', 'unknown_record', { record: 'message' })
  if (shown.type === 'form') return readForm(shown, action)
  if (wordsOf(action) === '') throw invalidField('action.value', rule('empty', 'Must not be empty.'))
  // The fields of a form have limits of their own. The value of a button has that of a text.
  refuseTooLong(tx, 'action.value', action.value)
  return { ...plain, text: wordsOf(action), action }
}

const plain = { action: null, details: null, callback: null, replyEmail: null, file: null, quote: null }

const wordsOf = ({ label, value, id }: VisitorAction) =>
  label?.trim() || value.trim() || (id === personAction ? id : '')

/** The answers to a flow of the site that makes a job. The message is the flow's own text with the answers. */
function readFlow(tx: Tx, action: VisitorAction): Incoming {
  const flow = tx.site.settings.widget.flows.find(({ id }) => id === action.id.slice(flowAction.length))
  if (!flow?.submit.job) throw badRequest('action.id: no such flow.', 'unknown_record', { record: 'flow' })
  const given = jsonIn(action.value)
  const quote = Object.fromEntries(
    flow.steps.map(({ field, choices }) => {
      const answer = valueAt(given, field)
      const isKnown = typeof answer === 'string' && answer.trim() !== '' && (choices?.includes(answer) ?? true)
      if (!isKnown) throw invalidField(`action.value.${field}`, rule('not_valid', 'Must answer the step.'))
      return [field, answer.trim()]
    }),
  )
  const text = flow.submit.template.replace(/\{([^{}]+)\}/g, (all, name) => quote[name] ?? all).trim()
  refuseTooLong(tx, 'action.value', text)
  return { ...plain, text, action, quote }
}

type Shown = Pick<MessageRow, 'id' | 'type' | 'content'>

/** The message with this id, or the newest card with a button of this id. */
async function findShown(tx: Tx, conversationId: string, id: string): Promise<Shown | undefined> {
  const rows = await tx.sql<Shown[]>`
    select id, type, content from messages
    where conversation_id = ${conversationId} and role <> 'user' and (id = ${id} or type in ('card', 'carousel'))
    order by id = ${id} desc, seq desc limit 100`
  return rows.find((row) => row.id === id) ?? rows.find((row) => cardsOf(row).some((card) => hasButton(card, id)))
}

function cardsOf({ type, content }: Shown): CarouselCard[] {
  if (type === 'card') return [content as CarouselCard]
  return type === 'carousel' ? (content.cards as CarouselCard[]) : []
}

const hasButton = (card: CarouselCard, id: string) => (card.actions ?? []).some((button) => button.id === id)

/** A form's answers, validated by its fields. The message text lists them field by field. */
function readForm(shown: Shown, action: VisitorAction): Incoming {
  const fields = shown.content.fields as FormField[]
  const answers = answersOf(fields, action.value)
  const text = answerWords(fields, answers) || action.label?.trim() || '-'
  const answered = { text, action: { ...action, value: JSON.stringify(answers) } }
  if (shown.content.purpose !== 'callback') return { ...plain, ...answered, details: formDetails(fields, answers) }
  const { message: reason, ...others } = answers
  const details = formDetails(fields, others)
  const replyEmail = readReplyEmail(fields, details)
  return {
    ...plain,
    ...answered,
    details,
    callback: replyEmail === null ? { reason: reason || null } : null,
    replyEmail,
  }
}

/** The address for a written answer, if a form that offers a call or an email has no number. */
function readReplyEmail(fields: FormField[], { phone, email }: Details): string | null {
  const offersBoth = ['tel', 'email'].every((type) => fields.some((field) => field.type === type && !field.required))
  if (!offersBoth || phone) return null
  if (email) return email
  throw invalidField('action.value.phone', rule('phone_or_email', 'Leave a phone number or an email address.'))
}

function answersOf(fields: FormField[], value: string): Record<string, string> {
  try {
    return readAnswers(fields, value)
  } catch (error) {
    throw error instanceof z.ZodError ? invalid(error, ['action', 'value']) : error
  }
}

/** Maps the fields of a form to those of a contact, by name first, otherwise by type. */
function formDetails(fields: FormField[], answers: Record<string, string>): Details {
  const kinds = { email: 'email', tel: 'phone' } as const
  const named = new Set(fields.map((field) => field.name))
  const given = fields.map(({ name, type }) => {
    const kind = type === 'email' || type === 'tel' ? kinds[type] : undefined
    return [kind !== undefined && !named.has(kind) ? kind : name, answers[name]]
  })
  return checkedDetails(Object.fromEntries(given))
}
