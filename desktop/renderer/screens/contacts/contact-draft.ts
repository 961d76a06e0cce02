import type { AttributeDefinition } from '../../../../shared/attribute-definition.ts'
import type { ErrorBody, ErrorReason } from '../../../../shared/error.ts'
import type { LeadSingle, PatchLead } from '../../../../shared/lead.ts'
import { errorBodyOf, Refused } from '../../live/connection.ts'
import { customFields } from '../../live/custom-fields.ts'
import type { ContactsWords } from '../../words/en/contacts.ts'

/** The fields of a contact except its status and tags, in the order in which they are shown. */
export const details = ['name', 'email', 'phone', 'company', 'address', 'notes'] as const

/**
 * A contact as typed: texts by the path of the server's faults, such as `attributes.plan`. Separate paths, so that
 * changes by others are not overwritten. An empty text means none.
 */
export type ContactDraft = Readonly<Record<string, string>>

export const attributePath = (key: string) => `attributes.${key}`
export const fieldPath = (name: string) => `fields.${name}`

type Known = Pick<LeadSingle, (typeof details)[number] | 'attributes' | 'fields'>

export function draftOf(lead: Known): ContactDraft {
  return Object.fromEntries([
    ...details.map((name) => [name, lead[name] ?? '']),
    ...Object.entries(lead.attributes).map(([key, value]) => [attributePath(key), value]),
    ...customFields(lead.fields).map(([name, value]) => [fieldPath(name), value]),
  ])
}

/** The changes to send. */
export function patchOf(draft: ContactDraft, saved: ContactDraft): PatchLead {
  const changes = Object.entries(draft).filter(([path, value]) => value !== (saved[path] ?? ''))
  const below = (name: string) => {
    const within = changes
      .filter(([path]) => path.startsWith(`${name}.`))
      .map(([path, value]) => [path.slice(name.length + 1), value || null] as const)
    return within.length > 0 ? { [name]: Object.fromEntries(within) } : {}
  }
  const plain = changes.filter(([path]) => (details as readonly string[]).includes(path))
  const texts = plain.map(([path, value]) => [path, value || null] as const)
  return { ...Object.fromEntries(texts), ...below('attributes'), ...below('fields') }
}

export type Attribute = Pick<AttributeDefinition, 'key' | 'label' | 'type' | 'options' | 'description'>

/** The attributes to show: those that the site defines, then the contact's other ones by name. */
export function attributesOf(draft: ContactDraft, definitions: readonly Attribute[]): Attribute[] {
  const defined = new Set(definitions.map(({ key }) => key))
  const beginning = attributePath('')
  const others = Object.keys(draft)
    .filter((path) => path.startsWith(beginning))
    .map((path) => path.slice(beginning.length))
    .filter((key) => !defined.has(key))
    .toSorted((a, b) => a.localeCompare(b))
  const plain = { type: 'text' as const, options: [], description: '' }
  return [...definitions, ...others.map((key) => ({ key, label: key, ...plain }))]
}

/** The names of the form fields that a contact answered. */
export const formFieldsOf = (draft: ContactDraft): string[] =>
  Object.keys(draft)
    .filter((path) => path.startsWith(fieldPath('')))
    .map((path) => path.slice(fieldPath('').length))

type Words = ContactsWords['page']

const known: Partial<Record<ErrorReason, keyof Pick<Words, 'emailTaken' | 'nothingLeft'>>> = {
  contact_email_taken: 'emailTaken',
  contact_empty: 'nothingLeft',
}

/** The server's error about a duplicate email as a fault of the email field, in the dashboard's language. */
export function faulted(error: unknown, words: Words): unknown {
  const given = errorBodyOf(error)
  const name = given && known[given.error.reason]
  if (!given || !name) return error
  const fault = { field: 'email', message: words[name], reason: 'not_valid' as const }
  const emailError = { ...given.error, reason: 'invalid_fields' as const, message: `email: ${fault.message}` }
  const body: ErrorBody = { error: emailError, faults: [fault, ...(given.faults ?? []).slice(1)] }
  return new Refused(400, body)
}

/** The contact that already has the email. */
export function otherIn(error: unknown): string | undefined {
  const found = errorBodyOf(error)?.error
  return found?.reason === 'contact_email_taken' ? found.id : undefined
}
