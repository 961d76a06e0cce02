import type { WorkBudget } from './work-budget.ts'

/**
 * What may come next in a path: this character; `one` or `some` of a part, which has no `/`; `below`, a `/` that begins any
 * number of parts; or `rest`, whatever is in these.
 */
type Step = { is: string } | 'one' | 'some' | 'below' | 'rest'

/** Whether a path matches; false where that takes more than is left of the budget. */
export type Glob = (path: string, budget: WorkBudget) => boolean

/**
 * Reads a glob: `*` is some of a part, `?` one character, `/**` any number of parts, none as well. Matching goes through the
 * path once, at all places of the glob at the same time, and so takes at most characters × steps; each is paid for.
 */
export function readGlob(glob: string): Glob {
  const steps = stepsOf(glob)
  const reached = [...steps, undefined].map((_, place) => reach(steps, place))
  return (path, budget) => {
    const seen = new Uint16Array(steps.length + 1)
    let places = reached[0] as number[]
    let turn = 0
    for (const sign of path) {
      if (places.length === 0 || !budget.spend(places.length)) return false
      turn++
      const next: number[] = []
      for (const place of places)
        for (const after of reached[placeAfter(steps, place, sign)] ?? []) {
          if (seen[after] === turn) continue
          seen[after] = turn
          next.push(after)
        }
      places = next
    }
    return places.includes(steps.length)
  }
}

function stepsOf(glob: string): Step[] {
  const found = (glob.startsWith('**/') ? `/${glob}` : glob).match(/\/\*\*(?=\/|$)|(?<=\/)\*+(?=\/|$)|\*+|[^*]/gu) ?? []
  return found.flatMap((one, at): Step[] => {
    // Any number of parts twice is any number of parts.
    if (one === '/**') return found[at - 1] === '/**' ? [] : ['below', 'rest']
    // A part that is nothing is none.
    if (one.startsWith('*'))
      return found[at - 1] === '/' && [undefined, '/'].includes(found[at + 1]) ? ['one', 'some'] : ['some']
    return [one === '?' ? 'one' : { is: one }]
  })
}

/** The place, and those that are reached from there without a character. */
function reach(steps: Step[], place: number): number[] {
  const step = steps[place]
  if (step === 'below') return [place, ...reach(steps, place + 2)]
  return step === 'some' || step === 'rest' ? [place, ...reach(steps, place + 1)] : [place]
}

const nowhere = -1

/** The place that is reached from one by a character. */
function placeAfter(steps: Step[], place: number, sign: string): number {
  const step = steps[place]
  if (step === undefined) return nowhere
  if (step === 'rest') return place
  if (step === 'below') return sign === '/' ? place + 1 : nowhere
  if (sign === '/') return typeof step === 'object' && step.is === sign ? place + 1 : nowhere
  if (step === 'some') return place
  return step === 'one' || step.is === sign ? place + 1 : nowhere
}
