import type { Contact, User } from '../../../../shared/conversation.ts'
import { contactFields, isContactField, type LeadSource } from '../../../../shared/lead.ts'
import { invalid } from '../../../core/error.ts'

/** Contact details without empty ones. `fields` are those without a column of their own. */
export type Details = {
  name?: string
  email?: string
  phone?: string
  company?: string
  address?: string
  fields?: Record<string, string>
}

/** Details with their origin. `trusted`: sent by the site's own server, which may correct known details. */
export type Arrived = {
  details: Details
  source: LeadSource
  trusted: boolean
  message: string | null
  /** Emits an event even if nothing is new. */
  alwaysEmits?: boolean
}

const maxFields = 20

/** Sorts details from a form or integration into columns and other fields. */
function detailsOf(given: Record<string, string | undefined>): Details {
  const filled = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const known = filled.filter(([name]) => isContactField(name))
  const others = filled.filter(([name]) => !isContactField(name)).slice(0, maxFields)
  return { ...Object.fromEntries(known), ...(others.length > 0 ? { fields: Object.fromEntries(others) } : {}) }
}

/** Details from an unchecked source, such as a form or a model. Invalid values are dropped. */
export function checkedDetails(given: Record<string, string | undefined>): Details {
  const checked = Object.entries(given).flatMap(([name, value]) => {
    if (!value || !isContactField(name)) return [[name, value]]
    const parsed = contactFields[name].safeParse(value)
    return parsed.success ? [[name, parsed.data]] : []
  })
  return detailsOf(Object.fromEntries(checked))
}

/**
 * The contact named at the start of a chat. The signed-in user's email and name override those of a form. Throws 400 if
 * invalid.
 */
export function startDetails(contact: Contact | undefined, user: User | undefined): Details {
  const account = { name: checked(user, 'name'), email: checked(user, 'email') }
  return { ...detailsOf(contact ?? {}), ...detailsOf(account) }
}

function checked(user: User | undefined, field: 'name' | 'email'): string | undefined {
  const value = user?.[field]
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const parsed = contactFields[field].safeParse(value)
  if (!parsed.success) throw invalid(parsed.error, ['user', field])
  return parsed.data
}
