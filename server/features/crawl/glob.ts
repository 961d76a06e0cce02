/**
 * What may come next in a path: this character; `one` or `some` of a part, which has no `/`; `below`, a `/` that begins any
 * number of parts; or `rest`, whatever is in these.
 */
type Step = { is: string } | 'one' | 'some' | 'below' | 'rest'

/**
 * Reads a glob, and answers whether a path is of it: `*` is some of a part, `?` one character, `/**` any number of parts, none
 * as well. It takes time in proportion to the path, whatever the glob is: it goes through once, at all places at the same time.
 */
export function readGlob(glob: string): (path: string) => boolean {
  const steps = stepsOf(glob)
  return (path) => {
    let places = new Set(reach(steps, 0))
    for (const sign of path) {
      const next = new Set<number>()
      for (const place of places) for (const after of pass(steps, place, sign)) next.add(after)
      places = next
    }
    return places.has(steps.length)
  }
}

function stepsOf(glob: string): Step[] {
  const found = (glob.startsWith('**/') ? `/${glob}` : glob).match(/\/\*\*(?=\/|$)|(?<=\/)\*+(?=\/|$)|\*+|[^*]/gu) ?? []
  return found.flatMap((one, at): Step[] => {
    if (one === '/**') return ['below', 'rest']
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

/** The places that are reached from one by a character. */
function pass(steps: Step[], place: number, sign: string): number[] {
  const step = steps[place]
  if (step === undefined) return []
  if (step === 'rest') return reach(steps, place)
  if (step === 'below') return sign === '/' ? reach(steps, place + 1) : []
  if (step === 'some') return sign === '/' ? [] : reach(steps, place)
  if (step === 'one') return sign === '/' ? [] : reach(steps, place + 1)
  return step.is === sign ? reach(steps, place + 1) : []
}
