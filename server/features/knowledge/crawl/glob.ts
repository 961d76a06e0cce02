/**
 * Bounds the number of comparisons, so that a malicious pattern cannot run for long. Counts steps instead of time, so
 * that results are the same everywhere.
 */
export type WorkBudget = {
  /** Spends this many steps. Returns false when none are left. */
  spend(steps: number): boolean
  spent(): number
}

/** @param whole a larger budget that also pays for this one */
export function createBudget(max: number, whole?: WorkBudget): WorkBudget {
  let spent = 0
  return {
    spend(steps) {
      spent += steps
      return spent <= max && (whole?.spend(steps) ?? true)
    },
    spent: () => spent,
  }
}

/**
 * What may come next in a path: this character; `one` or `some` characters of a segment, which contain no `/`; `below`,
 * a `/` followed by any number of segments; or `rest`, the states inside these.
 */
type Step = { is: string } | 'one' | 'some' | 'below' | 'rest'

/** Whether a path matches; false if that would exceed the budget. */
export type Glob = (path: string, budget: WorkBudget) => boolean

/**
 * Parses a glob: `*` matches a part of a segment, `?` one character, `/**` any number of segments, including none.
 * Matching reads the path once, following all possible positions in the glob at the same time. It takes at most
 * characters × steps, each of which is charged to the budget.
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
    // Two `/**` in a row mean the same as one.
    if (one === '/**') return found[at - 1] === '/**' ? [] : ['below', 'rest']
    // Skip empty segments.
    if (one.startsWith('*'))
      return found[at - 1] === '/' && [undefined, '/'].includes(found[at + 1]) ? ['one', 'some'] : ['some']
    return [one === '?' ? 'one' : { is: one }]
  })
}

/** A position, and those that can be reached from it without reading a character. */
function reach(steps: Step[], place: number): number[] {
  const step = steps[place]
  if (step === 'below') return [place, ...reach(steps, place + 2)]
  return step === 'some' || step === 'rest' ? [place, ...reach(steps, place + 1)] : [place]
}

const nowhere = -1
const slash = 47

/** The position reached from another by reading a character. */
function placeAfter(step: Step | undefined, literal: number, place: number, code: number): number {
  if (step === undefined) return nowhere
  if (step === 'rest') return place
  if (step === 'below') return code === slash ? place + 1 : nowhere
  if (step === 'some') return code === slash ? nowhere : place
  if (step === 'one') return code === slash ? nowhere : place + 1
  return literal === code ? place + 1 : nowhere
}
