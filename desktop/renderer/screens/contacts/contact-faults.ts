import type { ErrorBody, ErrorReason } from '../../../../shared/error.ts'
import { Refused, refusalOf } from '../../app/connection.ts'
import type { ContactsWords } from '../../words/en/contacts.ts'

type Words = ContactsWords['page']

const known: Partial<Record<ErrorReason, keyof Pick<Words, 'emailTaken' | 'nothingLeft'>>> = {
  contact_email_taken: 'emailTaken',
  contact_empty: 'nothingLeft',
}

/** What the server said against a contact beside its other contacts, as a refusal that names the email in our own words. */
export function faulted(error: unknown, words: Words): unknown {
  const refusal = refusalOf(error)
  const name = refusal && known[refusal.error.reason]
  if (!refusal || !name) return error
  const fault = { field: 'email', message: words[name], reason: 'not_valid' as const }
  const said = { ...refusal.error, reason: 'invalid_fields' as const, message: `email: ${fault.message}` }
  const body: ErrorBody = { error: said, faults: [fault, ...(refusal.faults ?? []).slice(1)] }
  return new Refused(400, body)
}

/** The contact that has the email which was asked for. */
export function otherIn(error: unknown): string | undefined {
  const refusal = refusalOf(error)?.error
  return refusal?.reason === 'contact_email_taken' ? refusal.id : undefined
}
