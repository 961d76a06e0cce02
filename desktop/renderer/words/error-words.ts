import type { ErrorBody } from '../../../shared/error.ts'
import type { Words } from './en.ts'

type ErrorWords = Words['errors']

/** The text of a server error: by its reason, by its field with the server's sentence as detail, or by its code. */
export function errorWords({ error, faults }: Pick<ErrorBody, 'error' | 'faults'>, words: ErrorWords): string {
  const { code, reason, params = {}, retryAfter } = error
  const { known } = words
  if (reason in known) return fill(known[reason as keyof typeof known], params)
  const [fault] = faults ?? []
  if (fault?.field) return words.field(nameOf(fault.field, words), fault.message)
  // A newer server may have codes that are unknown here.
  const text = words.codes[code] ?? words.codes.internal
  return retryAfter === undefined ? text : words.inSeconds(text, String(retryAfter))
}

type Params = NonNullable<ErrorBody['error']['params']>

const fill = (word: string | ((params: Params) => string), params: Params): string =>
  typeof word === 'string' ? word : word(params)

/** The label of a field: `contact.email` is the email. */
function nameOf(field: string, { fields }: ErrorWords): string {
  const last = field.split('.').at(-1) ?? field
  return last in fields ? fields[last as keyof typeof fields] : field
}
