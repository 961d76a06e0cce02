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
  const words = text.length > maxSmallTalkLength ? [] : wordsOf(text)
  if (words.length === 0) return emojiOf(text, preferred)
  const others = (Object.keys(languages) as LanguageCode[]).filter((language) => language !== preferred)
  for (const language of [preferred, ...others]) {
    const kind = kindIn(lexicons[language], words)
    if (kind) return { kind, language }
  }
  return undefined
}

const emoji = [
  ['thanks', /^(?:🙏|❤|🧡|💛|💚|💙|💜|🥰|😍|👏|🫶|💐)+$/u],
  ['hello', /^👋+$/u],
  ['goOn', /^(?:👍|👌|✅|✔|😀|😃|😄|😁|😊|🙂|😉|☺|🎉|🤝|💯|💪)+$/u],
] as const

/** A message of friendly emoji alone. */
function emojiOf(text: string, language: LanguageCode) {
  const signs = text.slice(0, maxSmallTalkLength).replace(/\s|\p{P}|\p{M}|\p{Emoji_Modifier}/gu, '')
  const kind = emoji.find(([, pattern]) => pattern.test(signs))?.[0]
  return kind && { kind, language }
}

/** Without accents and apostrophes, which people leave out; `hellooo` is `hello`. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/(\p{L})\1{2,}(?!\p{L})/gu, '$1')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a language: which kind each is of, those allowed beside them, and whole sentences. */
type Lexicon = { core: Map<string, SmallTalk>; rest: Set<string>; said: { kind: SmallTalk; words: string[] }[] }

function lexiconOf({ core, rest, said }: SmallTalkWords): Lexicon {
  const cores = entries(core).flatMap(([kind, list]) => wordsOf(list).map((word) => [word, kind] as const))
  const sentences = entries(said).flatMap(([kind, list]) =>
    list
      .split('|')
      .map((one) => ({ kind, words: one.split(' ').flatMap((word) => (word === '*' ? word : wordsOf(word))) })),
  )
  return { core: new Map(cores), rest: new Set(wordsOf(rest)), said: sentences }
}

/** `No answer` is a complaint. */
const lacks =
  /\b(?:no|nope|non|sin) (?:help\w*|answers?|reply|info|information|question|useful|ayuda|respuesta|informacion|aide|reponses?)\b/

const denials = new Set(['no', 'non', 'nein', 'nope', 'nah'])

/** A star stands for any word. */
const isSame = (wanted: string, word: string | undefined) => word !== undefined && (wanted === '*' || wanted === word)

/** What decides if a message has words of several kinds. */
const priority: SmallTalk[] = ['thanks', 'bye', 'hello', 'goOn']

function kindIn({ core, rest, said }: Lexicon, words: readonly string[]): SmallTalk | undefined {
  const kinds = words.map((word) => core.get(word))
  const isAllowed = (from: number) => words.slice(from).every((word, at) => kinds[from + at] || rest.has(word))
  for (let at = 0; at < words.length; at++) {
    const whole = said.find(({ kind, words: sentence }) => {
      const rest = at + sentence.length
      // `Who is this for?` asks something else.
      const isLast = kind !== 'whoAmI' || kinds.slice(rest).every((one) => one === 'thanks' || one === 'bye')
      return isLast && isAllowed(rest) && sentence.every((word, place) => isSame(word, words[at + place]))
    })
    // Only words such as `ok` and `thanks` may stand before a whole sentence, but `not helpful` is a complaint.
    if (whole) {
      if (whole.kind === 'thanks' && denials.has(words[at - 1] ?? '')) return undefined
      return kinds.includes('thanks') ? 'thanks' : whole.kind
    }
    if (!kinds[at]) break
  }
  if (!isAllowed(0) || lacks.test(words.join(' '))) return undefined
  return priority.find((kind) => kinds.includes(kind))
}

const entries = <T>(record: Partial<Record<SmallTalk, T>>) => Object.entries(record) as [SmallTalk, T][]

const lexicons = Object.fromEntries(
  Object.entries(languages).map(([code, { smallTalk }]) => [code, lexiconOf(smallTalk)]),
) as Record<LanguageCode, Lexicon>

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
