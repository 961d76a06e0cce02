import type { TraceDropped } from '../../shared/trace.ts'

/** A part of a text that can be true or false. */
export type Found = {
  kind: TraceDropped['kind']
  /** As written. */
  text: string
  /** Its possible meanings, normalised so that equal meanings are equal texts. */
  meanings: string[]
}

/**
 * Recognises parts of some kinds and returns the text without them, so that nothing is recognised twice.
 * @param isSource whether the text supports others, so that all of its possible meanings count
 */
export type Reader = (text: string, isSource: boolean) => { found: Found[]; rest: string }

/** Removes each match that has a meaning. The replacement is neither a letter nor a digit. */
export function takeOut(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => (Omit<Found, 'text'> & { text?: string })[],
): ReturnType<Reader> {
  const found: Found[] = []
  let rest = ''
  let from = 0
  // matchAll would copy the pattern each time, which takes longer than reading most sentences.
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const meant = read(match)
    if (meant.length === 0) continue
    found.push(...meant.map((one) => ({ text: match[0].trim(), ...one })))
    rest += `${text.slice(from, match.index)}¦`
    from = match.index + match[0].length
  }
  return { found, rest: rest + text.slice(from) }
}

/** Applies several readers in sequence. */
export const inTurn =
  (...readers: Reader[]): Reader =>
  (text, isSource) =>
    readers.reduce<ReturnType<Reader>>(
      (all, reader) => {
        const { found, rest } = reader(all.rest, isSource)
        return { found: [...all.found, ...found], rest }
      },
      { found: [], rest: text },
    )
