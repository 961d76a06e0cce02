import type { AttributeDefinition } from '../../../../shared/attribute-definition.ts'
import type { LeadSingle, PatchLead } from '../../../../shared/lead.ts'
import { customFields } from '../../live/custom-fields.ts'

/** What is said of a contact beside its status and tags, in the order in which it is shown. */
export const details = ['name', 'email', 'phone', 'company', 'address', 'notes'] as const

/**
 * A contact as it is typed: texts by the path at which the server finds fault with them, such as `attributes.plan`. One by
 * one, so that what somebody else changes meanwhile is not written over. An empty text is none.
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

/** What has to be told to the server: only what is another than it was. */
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

/** The attributes that are shown: those that the site defines, then whatever else the contact has, by name. */
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

/** The names of the form fields that a contact has answers to. */
export const formFieldsOf = (draft: ContactDraft): string[] =>
  Object.keys(draft)
    .filter((path) => path.startsWith(fieldPath('')))
    .map((path) => path.slice(fieldPath('').length))
