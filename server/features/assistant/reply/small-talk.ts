import type { SmallTalk, SmallTalkWords } from '../../../language/language.ts'
import { allLanguages, type LanguageCode, languages } from '../../../language/languages.ts'
import { asksForPerson } from '../../../language/person-wish.ts'

const maxSmallTalkLength = 80

/**
 * Recognises messages that ask for nothing: a greeting, thanks, good-bye, who is this. The message must contain nothing
 * else: `Hello, what does delivery cost?` is a question. The preferred language is tried first, because several
 * languages share words such as `hi`.
 */
export function readSmallTalk(
  text: string,
  preferred: LanguageCode,
): { kind: SmallTalk; language: LanguageCode } | undefined {
  const plain = text.length > maxSmallTalkLength ? '' : text.toLowerCase().replace(/['’]/g, '')
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return undefined
  const others = (Object.keys(languages) as LanguageCode[]).filter((language) => language !== preferred)
  for (const language of [preferred, ...others]) {
    const kind = kindIn(languages[language].smallTalk, words)
    if (kind) return { kind, language }
  }
  return undefined
}

function kindIn({ core, rest, said }: SmallTalkWords, words: readonly string[]): SmallTalk | undefined {
  const sentence = words.join(' ').replace(/^(?:hi|hey|hello|hallo|bonjour|salut|hola) (?=\S+ \S)/, '')
  const whole = entries(said).find(([, sentences]) => sentences.split('|').includes(sentence))
  if (whole) return whole[0]
  const cores = entries(core).map(([kind, list]) => [kind, new Set(list.split(' '))] as const)
  const allowed = new Set([...cores.flatMap(([, list]) => [...list]), ...rest.split(' ')])
  if (!words.every((word) => allowed.has(word))) return undefined
  return cores.find(([, list]) => words.some((word) => list.has(word)))?.[0]
}

const entries = <T>(record: Partial<Record<SmallTalk, T>>) => Object.entries(record) as [SmallTalk, T][]

const oneOf = (word: 'introduces' | 'trials') => allLanguages.map((language) => language[word]).join('|')

const patterns = [
  ...allLanguages.flatMap(({ asksNothing }) => asksNothing),
  new RegExp(`^(?:${oneOf('introduces')})( [\\p{L}'’-]+){1,3}[.!]?$`, 'iu'),
  /^\S+@\S+\.\S+$|^[+\d][\d ()./-]{4,}$/iu,
  new RegExp(
    `^((just )?(a )?test(ing|s|e)?|asdf\\S*|qwert\\S*|bla|haha\\S*|lol|hm+|${oneOf('trials')})([ .!]+(test(ing)?|ok(ay)?|bla|haha|lol))*[ .!]*$`,
    'iu',
  ),
]

const maxLength = 1000

/**
 * Whether a message is not a question about the business, whatever the knowledge contains: a request for a person, an
 * insult, a command to the assistant, details of the visitor, a test. Small talk is recognised elsewhere.
 */
export function asksNothing(text: string): boolean {
  const plain = text.slice(0, maxLength).replace(/\s+/g, ' ').trim()
  return asksForPerson(plain) || patterns.some((pattern) => pattern.test(plain)) || !/\p{L}/u.test(plain)
}
