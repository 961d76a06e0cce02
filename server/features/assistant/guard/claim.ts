import type { claimKinds } from '../../../../shared/trace.ts'

export type ClaimKind = (typeof claimKinds)[number]

/** Something in a text that is true or false of the business. */
export type Claim = {
  kind: ClaimKind
  /** As it is written. */
  text: string
  /** What it may mean, in a form in which equal things are equal; one of them has to be supported. */
  means: string[]
}

/**
 * Reads claims of some kinds out of a text, and answers the text without them, so that nothing is read twice. `lenient`: the
 * text is one that supports, in which whatever may be meant is taken as said.
 */
export type ClaimReader = (text: string, lenient: boolean) => { claims: Claim[]; rest: string }

/** Takes out every match that means something. What is left in its place is neither a letter nor a number. */
export function takeOut(
  text: string,
  pattern: RegExp,
  read: (found: RegExpExecArray) => (Omit<Claim, 'text'> & { text?: string })[],
): { claims: Claim[]; rest: string } {
  const claims: Claim[] = []
  let rest = ''
  let from = 0
  // matchAll would make the pattern anew each time, which takes longer than most sentences.
  pattern.lastIndex = 0
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const meant = read(found)
    if (meant.length === 0) continue
    claims.push(...meant.map((claim) => ({ text: found[0].trim(), ...claim })))
    rest += `${text.slice(from, found.index)}¦`
    from = found.index + found[0].length
  }
  return { claims, rest: rest + text.slice(from) }
}

/** Several readers, one after the other. */
export const inTurn =
  (...readers: ClaimReader[]): ClaimReader =>
  (text, lenient) => {
    const claims: Claim[] = []
    let rest = text
    for (const reader of readers) {
      const read = reader(rest, lenient)
      claims.push(...read.claims)
      rest = read.rest
    }
    return { claims, rest }
  }
