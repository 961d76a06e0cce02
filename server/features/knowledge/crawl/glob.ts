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
  const codes = Int32Array.from(steps, (step) => (typeof step === 'object' ? (step.is.codePointAt(0) as number) : 0))
  const reached = [...steps, undefined].map((_, place) => reach(steps, place))
  const seen = new Uint32Array(steps.length + 1)
  let [places, next] = [new Uint32Array(steps.length + 1), new Uint32Array(steps.length + 1)]
  let turn = 0
  return (path, budget) => {
    let count = 0
    const add = (place: number) => {
      for (const after of reached[place] as number[]) {
        if (seen[after] === turn) continue
        seen[after] = turn
        next[count++] = after
      }
    }
    turn++
    add(0)
    for (const sign of path) {
      const code = sign.codePointAt(0) as number
      const open = count
      if (open === 0 || !budget.spend(open)) return false
      ;[places, next] = [next, places]
      count = 0
      turn++
      for (let at = 0; at < open; at++) {
        const place = places[at] as number
        const after = placeAfter(steps[place], codes[place] as number, place, code)
        if (after !== nowhere) add(after)
      }
    }
    return next.subarray(0, count).includes(steps.length)
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
const slash = 47

/** The place that is reached from one by a character. */
function placeAfter(step: Step | undefined, literal: number, place: number, code: number): number {
  if (step === undefined) return nowhere
  if (step === 'rest') return place
  if (step === 'below') return code === slash ? place + 1 : nowhere
  if (step === 'some') return code === slash ? nowhere : place
  if (step === 'one') return code === slash ? nowhere : place + 1
  return literal === code ? place + 1 : nowhere
}
