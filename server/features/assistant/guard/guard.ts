import { allLanguages } from '../../../language/languages.ts'
import { numberWords } from '../../../language/numbers.ts'
import { beginsSentence, endsSentence } from './sentence.ts'
import type { Claim, ClaimKind, Support } from './support.ts'
import { isSupported, readClaims } from './support.ts'

/** A sentence, or a part of a message, that was held back because of an unsupported claim. */
export type HeldBack = { sentence: string; claim: Claim }

export type FactGuard = {
  /**
   * A stage that filters a text while it is written. The result does not depend on how the text is split into pieces.
   */
  stage(): { push(text: string): string; end(): string }
  /** The first unsupported claim of a text. Only claims of these kinds are checked, if given. */
  unsupported(text: string, kinds?: ReadonlySet<ClaimKind>): Claim | undefined
  /** Reads the support again, because there is more of it, such as the result of a tool. */
  learnMore(): void
  /** Everything held back so far. The first attempt's entries are the reason why the model was asked again. */
  heldBack: HeldBack[]
  askedAgain: number
}

const maxReported = 500

/**
 * Lets through only what the support covers. The support is read when the first claim is checked.
 * @param remark shown once, if a sentence had begun to be shown when its claim was rejected
 */
export function createFactGuard(read: () => Support, remark: string): FactGuard {
  let support: Support | undefined
  let isRemarked = false
  const heldBack: HeldBack[] = []
  const unsupported: FactGuard['unsupported'] = (text, kinds) => {
    const claims = readClaims(text).filter(({ kind }) => kinds?.has(kind) ?? true)
    if (claims.length === 0) return undefined
    support ??= read()
    const known = support
    return claims.find((claim) => !isSupported(claim, known))
  }
  /** The replacement for the end of a sentence whose claim was rejected. */
  const check: Check = (head, held) => {
    const claim = unsupported(head + held)
    if (!claim) return undefined
    heldBack.push({ sentence: (head + held).trim().slice(-maxReported), claim })
    if (!/[\p{L}\d]/u.test(head)) return ''
    const ending = isRemarked ? '…' : `… ${remark}`
    isRemarked = true
    return /^\s*\|/.test(head) ? `${ending} |` : ending
  }
  const learnMore = () => {
    support = undefined
  }
  return { heldBack, askedAgain: 0, unsupported, learnMore, stage: () => createStage(check) }
}

type Check = (head: string, held: string) => string | undefined

const maxHeld = 2000
const maxHead = 300
/** What introduces a claim, such as a list marker, is held back with it. */
const lead = /[\s\-–*_`("'“„«|#>•+~]{0,300}$/
const opening = /^[\s\-–*_`("'“„«|#>•+~]*/
/** Where a claim may begin: at a sign, a word, or directly after a full stop, as in the name of a website. */
const candidate = /[\d€£$¥%@[]|(?<=[\p{L}\d]\.)\p{L}|(?<![\p{L}\p{M}])\p{L}[\p{L}\p{M}]*/gu

const claimWords = new Set([
  ...allLanguages.flatMap(({ calendar }) => calendar.days.flatMap(spellings)),
  ...[...numberWords.keys()].map((words) => words.split(/[ '’-]/)[0] ?? ''),
  ...allLanguages.flatMap(({ otherWords }) =>
    Object.keys(otherWords).flatMap((words) => words.match(/(?<![^|])\p{L}+(?![^|])/gu) ?? []),
  ),
  ...['http', 'https', 'www'],
])
/**
 * Words in almost every sentence that are also the beginning of a claim's word. They are shown at once, whatever
 * follows.
 */
const common = new Set(
  'a au de dem di do dos ein for je lu ma me mi mit ne no on sa sat se si sie so su sun tres tu un ve we'.split(' '),
)
const prefixes = new Set([...claimWords].flatMap((word) => [...word].map((_, at) => word.slice(0, at + 1))))

/** All spellings of a pattern: `(?:ab|cd)s?` gives ab, abs, cd and cds. */
function spellings(pattern: string): string[] {
  const [, before = '', inner = '', after = ''] = /^(.*?)\(\?:(.*?)\)(.*)$/.exec(pattern) ?? []
  if (inner) return inner.split('|').flatMap((one) => spellings(before + one + after))
  const [, start = '', set = '', rest = ''] = /^(.*?)\[(.*?)\](.*)$/.exec(pattern) ?? []
  if (set) return [...set].flatMap((letter) => spellings(start + letter + rest))
  return pattern.endsWith('s?') ? [pattern.slice(0, -2), pattern.slice(0, -1)] : [pattern]
}

/** How many letters of a word can be shown whatever follows. */
function shownOf(word: string): number {
  for (let length = Math.min(word.length, 4); length > 0; length--) if (common.has(word.slice(0, length))) return length
  return 0
}

/** Passes text on at once, but holds it back from where a claim may begin to the end of its sentence. */
function createStage(check: Check): { push(text: string): string; end(): string } {
  /** The part of the sentence that was shown. */
  let head = ''
  /** The part that was not shown yet. */
  let rest = ''
  let isHolding = false
  /** The sentence was too long to be held back as a whole, and its claim was rejected: the rest is dropped. */
  let isDropping = false

  const show = (length: number): string => {
    const shown = rest.slice(0, length)
    rest = rest.slice(length)
    head = lastSentence(head, shown).slice(-maxHead)
    return shown
  }
  const decide = (end: number, isWhole: boolean): string => {
    const sentence = rest.slice(0, end)
    const ending = isDropping ? '' : check(head, sentence)
    const fell = ending !== undefined
    head = isWhole || fell ? '' : sentence.slice(-maxHead)
    rest = rest.slice(end)
    isDropping = fell && !isWhole
    isHolding = false
    return fell ? ending : sentence
  }
  const drain = (isOver: boolean): string => {
    let out = ''
    while (rest !== '') {
      if (!isHolding && !isDropping) {
        const { at, isClaim } = findStart(head, rest, isOver)
        out += show(at)
        if (!isClaim) return out
        isHolding = true
        const leading = opening.exec(rest)?.[0] ?? ''
        if (lastSentence(head, leading).length <= leading.length) head = ''
      }
      const isFull = rest.length > maxHeld
      const window = rest.slice(0, maxHeld)
      const end = sentenceEnd(head, window, isFull || isOver, isDropping)
      if (end < 0 && !isFull && !isOver) return out
      out += decide(end < 0 ? window.length : end, end >= 0 || (isOver && !isFull))
    }
    return out
  }
  return {
    push(text) {
      rest += text
      return drain(false)
    },
    end: () => drain(true),
  }
}

/**
 * From where the text must be held back, and whether a claim may begin there or only something that may still become
 * one.
 */
function findStart(head: string, rest: string, isOver: boolean): { at: number; isClaim: boolean } {
  const shown = head.slice(-60)
  const text = shown + rest
  const from = (start: number) => Math.max(0, start - (lead.exec(text.slice(0, start))?.[0].length ?? 0) - shown.length)
  candidate.lastIndex = 0
  for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
    const [word] = found
    const end = found.index + word.length
    if (end <= shown.length) continue
    const isWord = /^\p{L}/u.test(word) && !/[\p{L}\d]\.$/u.test(text.slice(0, found.index))
    if (!isWord) return { at: from(found.index), isClaim: true }
    const known = word.toLowerCase()
    const isWhole = end < text.length || isOver
    if (!(isWhole ? claimWords : prefixes).has(known)) continue
    const visible = shownOf(known)
    if (!isWhole && visible === word.length) continue
    const at = visible > 0 ? Math.max(0, found.index + visible - shown.length) : from(found.index)
    return { at, isClaim: isWhole }
  }
  return { at: isOver ? rest.length : from(text.length), isClaim: false }
}

/** Where in the held text the sentence ends; -1 if it continues, or that is not known yet. */
function sentenceEnd(head: string, held: string, isOver: boolean, isDropping: boolean): number {
  const blanks = /\s/g
  for (let found = blanks.exec(held); found; found = blanks.exec(held)) {
    const at = found.index
    const before = held.slice(0, at)
    if (found[0] === '\n') {
      if (isDropping || /\S/.test(before)) return at
      continue
    }
    const ends = endsSentence(head + before)
    if (ends === 'no') continue
    const following = held.slice(at)
    const begins =
      ends === 'yes' || (/^[^\S\n]*\n/.test(following) ? true : beginsSentence(isOver ? `${following} ` : following))
    if (begins === true) return at
    if (begins === undefined && !isOver) return -1
  }
  return -1
}

/** The unfinished last sentence after more text was shown. */
function lastSentence(head: string, shown: string): string {
  const text = head + shown
  for (let at = text.length - 1; at >= head.length; at--) {
    if (text[at] === '\n') return text.slice(at + 1)
    if (/\s/.test(text[at] as string) && endsSentence(text.slice(0, at)) === 'yes') return text.slice(at + 1)
  }
  return text
}
