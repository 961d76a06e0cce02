import type { ErrorBody } from '../../../shared/error.ts'
import type { Words } from './en.ts'

type RefusalWords = Words['refusals']

/**
 * Why the server refused, in the words of the dashboard: by the reason, by the field at fault with the server's own sentence
 * as detail, or by the code, which says what kind of refusal it is.
 */
export function refusalWords({ error, faults }: Pick<ErrorBody, 'error' | 'faults'>, words: RefusalWords): string {
  const { code, reason, params = {}, retryAfter } = error
  const { known } = words
  if (reason in known) return fill(known[reason as keyof typeof known], params)
  const [fault] = faults ?? []
  if (fault?.field) return words.field(nameOf(fault.field, words), fault.message)
  // A later server may have codes that are not known here.
  const said = words.codes[code] ?? words.codes.internal
  return retryAfter === undefined ? said : words.inSeconds(said, String(retryAfter))
}

type Params = NonNullable<ErrorBody['error']['params']>

const fill = (word: string | ((params: Params) => string), params: Params): string =>
  typeof word === 'string' ? word : word(params)

/** What a field is called on the screens: `contact.email` is the email there. */
function nameOf(field: string, { fields }: RefusalWords): string {
  const last = field.split('.').at(-1) ?? field
  return last in fields ? fields[last as keyof typeof fields] : field
}
