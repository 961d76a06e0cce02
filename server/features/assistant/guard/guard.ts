import type { Claim, ClaimKind } from './claim.ts'
import { beginsSentence, endsSentence } from './sentence.ts'
import { isSupported, readClaims, type Support } from './support.ts'
import { isClaimWord, isCommonWord, mayBecomeClaimWord } from './triggers.ts'

/** A sentence, or a piece of what was to be shown, that was held back, and the claim that nothing supports. */
export type HeldBack = { sentence: string; claim: Claim }

export type FactGuard = {
  /** A text goes through it while it is written; what comes out does not depend on how it was cut up. */
  stage(): { push(text: string): string; end(): string }
  /** The first claim of a text that nothing supports, be it of these kinds alone. */
  unsupported(text: string, kinds?: ReadonlySet<ClaimKind>): Claim | undefined
  /** What was held back so far; for the first of these the model was asked again. */
  heldBack: HeldBack[]
  askedAgain: number
}

/**
 * Lets through what rests on the support. It is read when the first claim is checked.
 * @param remark said once, where a sentence had begun to be shown when its claim fell
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
  const cut = () => {
    const said = isRemarked ? '…' : `… ${remark}`
    isRemarked = true
    return said
  }
  const check: Check = (head, held) => {
    const claim = unsupported(head + held)
    if (!claim) return undefined
    heldBack.push({ sentence: (head + held).trim().slice(-longestTold), claim })
    return cut
  }
  return {
    heldBack,
    askedAgain: 0,
    unsupported,
    stage: () => new GuardStage(check),
  }
}

/** Undefined where the sentence may be shown; otherwise what ends it where its head was shown already. */
type Check = (head: string, held: string) => (() => string) | undefined

const longestTold = 500
const longestHeld = 2000
const longestHead = 300
const openers = /[\s\-–*_`("'“„«|#>•+~]/
const marks = /[\d€£$¥%@[]/

/**
 * Passes everything on at once, but from where a claim may begin to the end of its sentence. What leads over to it, such as
 * the sign of a list, is held with it.
 */
class GuardStage {
  readonly #check: Check
  /** What was shown of the sentence. */
  #head = ''
  /** What may lead over to a claim: signs, and the letters of a word that may become one of its words. */
  #lead = ''
  /** The word that is being written, as long as it may become one. */
  #word = ''
  #isInWord = false
  /** The sentence from where a claim may begin; empty: none does. */
  #held = ''
  /** Where in it a sentence may have ended: the next word tells. */
  #end = -1
  /** The rest of a sentence that is too long to be held, and has a claim that fell. */
  #isDropping = false

  constructor(check: Check) {
    this.#check = check
  }

  push(text: string): string {
    let out = ''
    for (let at = 0; at < text.length; at++) out += this.#take(text.charAt(at))
    return out
  }

  end(): string {
    if (this.#held === '' && this.#word !== '' && isClaimWord(this.#word)) this.#hold()
    if (this.#held === '') return this.#isDropping ? '' : this.#show('')
    // With nothing to follow, a word that was begun is over.
    const isTwo = this.#end >= 0 && beginsSentence(`${this.#held.slice(this.#end)} `)
    const shown = this.#decide(isTwo ? this.#end : this.#held.length)
    return shown + (isTwo ? this.end() : '')
  }

  #take(character: string): string {
    return this.#held !== '' || this.#isDropping ? this.#holding(character) : this.#free(character)
  }

  #free(character: string): string {
    if (/[\p{L}\p{M}]/u.test(character)) return this.#letter(character)
    const wasClaimWord = this.#word !== '' && isClaimWord(this.#word)
    this.#word = ''
    this.#isInWord = false
    if (wasClaimWord || marks.test(character)) {
      this.#hold()
      return this.#holding(character)
    }
    if (/\s/.test(character) && this.#isSentenceOver(character)) {
      const shown = this.#show('')
      this.#head = ''
      this.#lead = character
      return shown
    }
    if (!openers.test(character)) return this.#show(character)
    const shown = /[\p{L}\p{M}]$/u.test(this.#lead) ? this.#show('') : ''
    this.#lead += character
    return shown + (this.#lead.length > longestHead ? this.#show('') : '')
  }

  #isSentenceOver = (character: string): boolean =>
    character === '\n' || endsSentence(this.#head + this.#lead) === 'yes'

  #letter(character: string): string {
    // What follows a full stop at once belongs to a name, such as that of a website.
    if (!this.#isInWord && this.#lead === '' && /[\p{L}\d]\.$/u.test(this.#head)) {
      this.#hold()
      return this.#holding(character)
    }
    const begins = !this.#isInWord
    this.#isInWord = true
    const word = begins ? character : this.#word + character
    const isOpen = (begins || this.#word !== '') && mayBecomeClaimWord(word)
    this.#word = isOpen ? word : ''
    if (!isOpen || isCommonWord(word)) return this.#show(character)
    this.#lead += character
    return ''
  }

  #show(character: string): string {
    const shown = this.#lead + character
    this.#lead = ''
    this.#head = (this.#head + shown).slice(-longestHead)
    return shown
  }

  #hold(): void {
    this.#held = this.#lead
    this.#lead = ''
    this.#word = ''
    this.#isInWord = false
    this.#end = -1
  }

  #holding(character: string): string {
    this.#held += character
    const over = this.#endOfSentence(character)
    if (over >= 0) return this.#decide(over)
    return this.#held.length > longestHeld ? this.#decide(this.#held.length, false) : ''
  }

  /** Where in the held text the sentence ends; -1: it goes on, or that is not known yet. */
  #endOfSentence(character: string): number {
    if (this.#end >= 0) {
      const begins = beginsSentence(this.#held.slice(this.#end))
      if (begins === true || character === '\n') return this.#end
      if (begins === undefined) return -1
      this.#end = -1
    }
    if (!/\s/.test(character)) return -1
    const before = this.#held.slice(0, -1)
    if (character === '\n' && (this.#isDropping || /\S/.test(before))) return before.length
    const ends = endsSentence(this.#head + before)
    if (ends === 'perhaps') this.#end = before.length
    return ends === 'yes' ? before.length : -1
  }

  /** Shows the held text up to there, or not; what comes after it begins anew. */
  #decide(end: number, isWhole = true): string {
    const [sentence, following] = [this.#held.slice(0, end), this.#held.slice(end)]
    const fallen = this.#isDropping ? () => '' : this.#check(this.#head, sentence)
    const isBegun = /[\p{L}\d]/u.test(this.#head)
    const isRow = /^\s*\|/.test(this.#head)
    let out = sentence
    if (fallen) out = this.#isDropping || !isBegun ? '' : `${fallen()}${isRow ? ' |' : ''}`
    this.#head = isWhole || fallen ? '' : sentence.slice(-longestHead)
    this.#isDropping = fallen !== undefined && !isWhole
    this.#held = ''
    this.#end = -1
    return out + this.push(following)
  }
}
