import type { JobField } from '../../../shared/job.ts'
import { amountIn } from './amount.ts'

/** What is known about a new job from where it is created. */
export type JobDefaults = {
  title?: string | undefined
  conversationId?: string | undefined
  /** An existing contact. Otherwise the details of `contact` can be typed. */
  contactId?: string | undefined
  contact?: { name?: string | null; email?: string | null; phone?: string | null } | undefined
  stageId?: string | undefined
  /** An email. */
  assignedTo?: string | undefined
}

/** A new job as typed. The names are those of the server's faults. */
export type JobDraft = {
  title: string
  contact: { name: string; email: string; phone: string }
  stageId: string
  value: string
  dueAt: string
  assignedTo: string
  fields: Record<string, string>
}

const maxTitle = 160

export const draftOf = (defaults: JobDefaults, stageId: string): JobDraft => ({
  title: (defaults.title ?? '').slice(0, maxTitle).toWellFormed(),
  contact: {
    name: defaults.contact?.name ?? '',
    email: defaults.contact?.email ?? '',
    phone: defaults.contact?.phone ?? '',
  },
  stageId: defaults.stageId ?? stageId,
  ...{ value: '', dueAt: '', assignedTo: defaults.assignedTo ?? '', fields: {} },
})

const textOf = (value: string | undefined) => value?.trim() || undefined

/** The job to create. What should be a number and is none is sent so that the server says what is wrong with it. */
export function newJobOf(
  draft: JobDraft,
  { contactId, conversationId }: JobDefaults,
  definitions: readonly JobField[],
  language: string,
) {
  const { title, contact, stageId, value, dueAt, assignedTo, fields } = draft
  const person = { name: textOf(contact.name), email: textOf(contact.email), phone: textOf(contact.phone) }
  const isPerson = Object.values(person).some((text) => text !== undefined)
  const values = definitions.flatMap(({ name, type }) => {
    const text = textOf(fields[name])
    if (text === undefined) return []
    const amount = type === 'number' ? amountIn(text, language) : Number.NaN
    return [[name, Number.isNaN(amount) ? text : amount] as const]
  })
  return {
    title: textOf(title),
    ...(contactId ? { contactId } : isPerson && { contact: person }),
    conversationId,
    stageId: textOf(stageId),
    value: textOf(value) === undefined ? undefined : amountIn(value, language),
    dueAt: textOf(dueAt),
    assignedTo: textOf(assignedTo),
    ...(values.length > 0 && { fields: Object.fromEntries(values) }),
  }
}
