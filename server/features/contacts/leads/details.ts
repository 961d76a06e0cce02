import type { Contact, User } from '../../../../shared/conversation.ts'
import { contactFields, isContactField, type LeadSource } from '../../../../shared/lead.ts'
import { invalid } from '../../../core/error.ts'

/** Contact details as they arrived, without the empty ones; `fields` are the ones that contacts have no column for. */
export type Details = {
  name?: string
  email?: string
  phone?: string
  company?: string
  address?: string
  fields?: Record<string, string>
}

/** Details with where they came from. `trusted`: the site's own server says so, and may correct what is known. */
export type Arrived = {
  details: Details
  source: LeadSource
  trusted: boolean
  message: string | null
  /** Told of even where nothing of it is new. */
  isTold?: boolean
}

const mostFields = 20

/** What a form or an integrator gave, sorted into columns and other fields. */
function detailsOf(given: Record<string, string | undefined>): Details {
  const filled = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const known = filled.filter(([name]) => isContactField(name))
  const others = filled.filter(([name]) => !isContactField(name)).slice(0, mostFields)
  return { ...Object.fromEntries(known), ...(others.length > 0 ? { fields: Object.fromEntries(others) } : {}) }
}

/** Details that were not checked when they came, such as a form's answers or a model's: what is not valid is left out. */
export function checkedDetails(given: Record<string, string | undefined>): Details {
  const checked = Object.entries(given).flatMap(([name, value]) => {
    if (!value || !isContactField(name)) return [[name, value]]
    const parsed = contactFields[name].safeParse(value)
    return parsed.success ? [[name, parsed.data]] : []
  })
  return detailsOf(Object.fromEntries(checked))
}

/** The contact that a start names: the signed-in user's email and name stand over what a form said. 400 where not valid. */
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
