import { type Found, inTurn, type Reader, takeOut } from './found.ts'

const endings =
  'com|org|net|info|biz|eu|de|at|ch|li|uk|ie|fr|be|lu|nl|es|it|pt|pl|dk|se|no|fi|cz|us|ca|au|io|app|dev|shop|store|online|site|xyz|top|club|live|me|co|tv|ly|gg|ru|cn|example|test|invalid|localhost'
const written = /(?:https?:\/\/|www\.)[^\s<>"'`|]+/gi
const target = /\]\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)[^()\n]{0,200}\)/g
const bare = new RegExp(
  String.raw`(?<![@\p{L}\p{N}._-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,5}(?:${endings})(?:\/[^\s<>"'|]*)?(?![\p{L}\p{N}@-])`,
  'giu',
)

/** A possible email address; a full stop after it may be the end of a sentence. */
const emailPattern = /[\w.+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+){0,6}/gu
/** Five or more digits, written like a telephone number. */
const digitsPattern = /(?<![\p{L}\d.,])\+?\(?\d(?:[ ()/.\u2010-\u2015-]{0,3}\d){4,19}(?![\p{L}\d])/gu

/** Normalises an address for comparison: without scheme, `www.`, fragment and closing punctuation. */
function addressOf(given: string): string {
  const text = given.replace(/[.,;:!?'"*_)\]}>]+$/u, (end) => (end.startsWith(')') && given.includes('(') ? ')' : ''))
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`)
  if (url?.username !== '' || url.password !== '') return `broken ${text}`
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${url.search}`
}

/** A source that names a page also supports the bare name of its website. */
function link(given: string, isSource: boolean): Omit<Found, 'text'>[] {
  const address = addressOf(given)
  const host = address.split(/[/?]/)[0] ?? ''
  return [{ kind: 'link', meanings: [`link:${address}`, ...(isSource ? [`link:${host}`] : [])] }]
}

function email(given: string, isSource: boolean): Omit<Found, 'text'>[] {
  const address = given.toLowerCase().replace(/[.-]+$/, '')
  return [{ kind: 'email', meanings: [`email:${address}`, ...(isSource ? [`link:${address.split('@')[1]}`] : [])] }]
}

/**
 * Links and email addresses. The target of a Markdown link counts; `mailto:` and `tel:` are read as what they lead to.
 */
export const readAddresses: Reader = inTurn(
  (text, isSource) =>
    takeOut(text.replace(/\]\((?:mailto|tel):([^()\s]*)\)/gi, ' $1 '), target, ([, given = '']) =>
      link(given, isSource).map((found) => ({ ...found, text: given })),
    ),
  (text, isSource) => takeOut(text, written, ([given]) => link(given, isSource)),
  (text, isSource) => takeOut(text, emailPattern, ([given]) => email(given, isSource)),
  (text, isSource) => takeOut(text, bare, ([given]) => link(given, isSource)),
)

/** Telephone numbers, and all other runs of five or more digits, such as a postcode or an account. */
export const readPhones: Reader = (text) =>
  takeOut(text, digitsPattern, ([given]) => [{ kind: 'phone', meanings: [`phone:${dialled(given)}`] }])

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The digits to dial, with `+` before a country code. The zero in `+49 (0)30` is not dialled. */
function dialled(given: string): string {
  const number = given.replace(/^00/, '+').replace(/\(0\)/, '')
  return (number.startsWith('+') ? '+' : '') + digitsOf(number)
}

const minDigits = 6

/** Whether two numbers reach the same telephone. One may include the country code, or be only the end of the other. */
export function isSamePhone(one: string, other: string): boolean {
  const [a, b] = [digitsOf(one), digitsOf(other)]
  if (a === b) return true
  const [abroad, home] = one.startsWith('+') ? [one, other] : [other, one]
  if (abroad.startsWith('+') && !home.startsWith('+')) {
    const national = home.replace(/^0/, '')
    const country = abroad.slice(1, -national.length)
    return national.length >= minDigits && abroad.endsWith(national) && country.length >= 1 && country.length <= 3
  }
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return !one.startsWith('+') && short.length >= minDigits && long.endsWith(short)
}

/** The email addresses in a text, as written. */
export const emailsIn = (text: string): string[] => text.match(emailPattern) ?? []

const date = /^\d{1,4}[-./ ]\d{1,2}[-./ ]\d{1,4}$/
const american = /^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/

/**
 * Whether digits are written as a telephone number: they begin with a country code or a zero. Orders, amounts and dates
 * have digits, too.
 */
export const isDialled = (text: string): boolean =>
  /^\(?[+0]/.test(text) && digitsOf(text).length >= 7 && digitsOf(text).length <= 15 && !date.test(text)

/** The telephone numbers in a text, as written. American ones may begin with an area code, such as (555) 123-4567. */
export const phonesIn = (text: string): string[] =>
  (text.match(/(?<![\w.,/:-])\+?\(?\d[\d\s()/.-]{5,24}\d(?![\w:%-])/g) ?? [])
    .map((number) => number.trim())
    .filter((number) => isDialled(number) || american.test(number))
