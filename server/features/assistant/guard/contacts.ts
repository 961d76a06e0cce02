import { type ClaimReader, inTurn, takeOut } from './claim.ts'

const endings =
  'com|org|net|info|biz|eu|de|at|ch|li|uk|ie|fr|be|lu|nl|es|it|pt|pl|dk|se|no|fi|cz|us|ca|au|io|app|dev|shop|store|online|site|xyz|top|club|live|me|co|tv|ly|gg|ru|cn|example|test|invalid|localhost'
const written = /(?:https?:\/\/|www\.)[^\s<>"'`|]+/gi
const target = /\]\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)[^()\n]{0,200}\)/g
const bare = new RegExp(
  String.raw`(?<![@\p{L}\p{N}._-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,5}(?:${endings})(?:\/[^\s<>"'|]*)?(?![\p{L}\p{N}@-])`,
  'giu',
)
const email = /[\w.+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+){0,6}/gu

/** An address as it is compared: without scheme, `www.`, fragment and closing signs. */
function addressOf(given: string): string {
  const text = given.replace(/[.,;:!?'"*_)\]}>]+$/u, (end) => (end.startsWith(')') && given.includes('(') ? ')' : ''))
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`)
  if (url?.username !== '' || url.password !== '') return `broken ${text}`
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${url.search}`
}

const hostOf = (address: string): string => address.split(/[/?]/)[0] ?? ''

/** What a text names supports the bare name of its website too. */
const link = (given: string, lenient: boolean) => {
  const address = addressOf(given)
  return [{ kind: 'link' as const, means: [`link:${address}`, ...(lenient ? [`link:${hostOf(address)}`] : [])] }]
}

const emailClaim = (given: string, lenient: boolean) => {
  const address = given.toLowerCase().replace(/[.-]+$/, '')
  const host = address.split('@')[1] ?? ''
  return [{ kind: 'email' as const, means: [`email:${address}`, ...(lenient ? [`link:${host}`] : [])] }]
}

/** Where the brackets of a link lead; a mail address and a telephone number are left to be read as such. */
const readTargets: ClaimReader = (text, lenient) => {
  const plain = text.replace(/\]\((?:mailto|tel):([^()\s]*)\)/gi, ' $1 ')
  return takeOut(plain, target, ([, given = '']) => link(given, lenient).map((claim) => ({ ...claim, text: given })))
}

/** Links and email addresses. */
export const readAddresses: ClaimReader = inTurn(
  readTargets,
  (text, lenient) => takeOut(text, written, ([given]) => link(given, lenient)),
  (text, lenient) => takeOut(text, email, ([given]) => emailClaim(given, lenient)),
  (text, lenient) => takeOut(text, bare, ([given]) => link(given, lenient)),
)

const digits = /(?<![\p{L}\d.,])\+?\(?\d(?:[ ()/.\u2010-\u2015-]{0,3}\d){4,19}(?![\p{L}\d])/gu

/** Telephone numbers, and every other row of five digits or more, such as a postcode or an account. */
export const readPhones: ClaimReader = (text) =>
  takeOut(text, digits, ([given]) => [{ kind: 'phone', means: [`phone:${dialled(given)}`] }])

/** Its digits, `+` before a country's; the zero in `+49 (0)30` is not dialled. */
function dialled(given: string): string {
  const number = given.replace(/^00/, '+').replace(/\(0\)/, '')
  return (number.startsWith('+') ? '+' : '') + number.replace(/\D/g, '')
}

const shortest = 6

/** Whether two numbers reach the same telephone: one may have its country, one only the end. */
export function isSamePhone(one: string, other: string): boolean {
  const [a, b] = [one.replace(/\D/g, ''), other.replace(/\D/g, '')]
  if (a === b) return true
  const [abroad, home] = one.startsWith('+') ? [one, other] : [other, one]
  if (abroad.startsWith('+') && !home.startsWith('+')) {
    const national = home.replace(/^0/, '')
    const country = abroad.slice(1, -national.length)
    return national.length >= shortest && abroad.endsWith(national) && country.length >= 1 && country.length <= 3
  }
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return !one.startsWith('+') && short.length >= shortest && long.endsWith(short)
}
