import type { ErrorBody } from '../../../shared/error.ts'
import { Refused, refusalOf } from '../connection.ts'
import type { ContactsWords } from '../words/en/contacts.ts'
import { faultIn } from './contact-draft.ts'

type Words = ContactsWords['page']

const known: [RegExp, keyof Pick<Words, 'emailTaken' | 'nothingLeft'>][] = [
  [/^email: the contact \S+ has this one/, 'emailTaken'],
  [/^email: (?:One of|At least one of) name, email and phone/, 'nothingLeft'],
]

/**
 * What the server said against a contact, as a refusal that names the field: some of what is wrong is found only beside the
 * other contacts, and told in a sentence alone.
 * @param paths of the fields that there are
 */
export function faulted(error: unknown, paths: readonly string[], words: Words): unknown {
  const refusal = refusalOf(error)
  if (!refusal) return error
  const { message } = refusal.error
  const [, name] = known.find(([sentence]) => sentence.test(message)) ?? []
  const [first] = refusal.faults ?? []
  const found = faultIn(message, paths) ?? first
  if (!found || (!name && first)) return error
  const fault = { field: found.field, message: name ? words[name] : found.message }
  const said = { ...refusal.error, message: `${fault.field}: ${fault.message}` }
  const body: ErrorBody = { error: said, faults: [fault, ...(refusal.faults ?? []).slice(1)] }
  return new Refused(400, body)
}

/** The contact that has the email which was asked for. */
export const otherIn = (error: unknown): string | undefined =>
  /^email: the contact (\w+) has this one/.exec(refusalOf(error)?.error.message ?? '')?.[1]
