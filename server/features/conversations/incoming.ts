import { z } from 'zod'
import { personAction, type SendMessage, type VisitorAction } from '../../../shared/conversation.ts'
import { rule } from '../../../shared/fault.ts'
import { type FormField, readAnswers } from '../../../shared/form.ts'
import { answerWords } from '../../../shared/form-words.ts'
import type { CarouselCard } from '../../../shared/message.ts'
import { countCharacters } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, invalid, invalidField } from '../../core/error.ts'
import { checkedDetails, type Details } from '../contacts/leads/details.ts'
import type { MessageRow } from './messages.ts'

/** What a visitor sent, checked: the words of it, and the action where it is one. */
export type Incoming = {
  text: string
  action: VisitorAction | null
  /** What a form asked for: it makes or fills a contact. */
  details: Details | null
  /** The visitor asks to be called, with the reason where they gave one. */
  callback: { reason: string | null } | null
}

/** Refuses words that are longer than the site's `maxMessageLength`. */
export function refuseTooLong(ctx: Context, field: string, words: string): void {
  const most = ctx.site.settings.security.limits.maxMessageLength
  if (countCharacters(words) > most)
    throw invalidField(field, rule('too_long', `Must have at most ${most} characters.`, { max: most }))
}

/** Checks what was sent against the conversation: an action answers something that was shown in it. 400 otherwise. */
export async function readIncoming(tx: Tx, conversationId: string, { text, action }: SendMessage): Promise<Incoming> {
  if (!action) return { ...plain, text: text ?? '' }
  if (action.id === personAction) {
    refuseTooLong(tx, 'action.value', action.value)
    return { ...plain, text: wordsOf(action), action }
  }
  const shown = await findShown(tx, conversationId, action.id)
  if (!shown)
    throw badRequest('action.id: This conversation was shown no such message.', 'unknown_record', { record: 'message' })
  if (shown.type === 'form') return readForm(shown, action)
  if (wordsOf(action) === '') throw invalidField('action.value', rule('empty', 'Must not be empty.'))
  // A form's answers have bounds of their own; what else is pressed is as short as what is written.
  refuseTooLong(tx, 'action.value', action.value)
  return { ...plain, text: wordsOf(action), action }
}

const plain = { action: null, details: null, callback: null }

const wordsOf = ({ label, value, id }: VisitorAction) =>
  label?.trim() || value.trim() || (id === personAction ? id : '')

type Shown = Pick<MessageRow, 'id' | 'type' | 'content'>

/** The message of this id, or the newest card with a button of this id. */
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

/** A form's answers, checked by its fields; the message says them in words, field by field. */
function readForm(shown: Shown, action: VisitorAction): Incoming {
  const fields = shown.content.fields as FormField[]
  const answers = answersOf(fields, action.value)
  const text = answerWords(fields, answers) || action.label?.trim() || '-'
  const answered = { text, action: { ...action, value: JSON.stringify(answers) } }
  if (shown.content.purpose !== 'callback') return { ...plain, ...answered, details: formDetails(fields, answers) }
  const { message: reason, ...others } = answers
  return { ...answered, details: formDetails(fields, others), callback: { reason: reason || null } }
}

function answersOf(fields: FormField[], value: string): Record<string, string> {
  try {
    return readAnswers(fields, value)
  } catch (error) {
    throw error instanceof z.ZodError ? invalid(error, ['action', 'value']) : error
  }
}

/** A field is a contact's by its name, or, where only its kind tells, by that. */
function formDetails(fields: FormField[], answers: Record<string, string>): Details {
  const kinds = { email: 'email', tel: 'phone' } as const
  const named = new Set(fields.map((field) => field.name))
  const given = fields.map(({ name, type }) => {
    const kind = type === 'email' || type === 'tel' ? kinds[type] : undefined
    return [kind !== undefined && !named.has(kind) ? kind : name, answers[name]]
  })
  return checkedDetails(Object.fromEntries(given))
}
