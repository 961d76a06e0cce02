export type PromptPassage = {
  id: string
  document: string
  /** Its position in the document. */
  ordinal: number
  title: string
  url: string | null
  headingPath: string
  content: string
}

/**
 * Merges consecutive passages of a document into one, at the rank of the best of them, so that the model reads them in
 * page order. Headings that they do not share are written above their part.
 */
export function joinNeighbours(passages: readonly PromptPassage[]): PromptPassage[] {
  const found = new Map(passages.map((passage) => [placeOf(passage, 0), passage]))
  const taken = new Set<PromptPassage>()
  return passages.flatMap((passage) => {
    if (taken.has(passage)) return []
    const run = [passage]
    for (const step of [-1, 1]) {
      let next = found.get(placeOf(passage, step))
      for (let away = step; next; next = found.get(placeOf(passage, away))) {
        if (step < 0) run.unshift(next)
        else run.push(next)
        away += step
      }
    }
    for (const one of run) taken.add(one)
    return [run.length === 1 ? passage : { ...passage, ...joined(run) }]
  })
}

const placeOf = ({ document, ordinal }: PromptPassage, step: number) => JSON.stringify([document, ordinal + step])

function joined(run: readonly PromptPassage[]): Pick<PromptPassage, 'headingPath' | 'content'> {
  const paths = run.map(({ headingPath }) => (headingPath === '' ? [] : headingPath.split(' > ')))
  const shared = paths.reduce((one, other) => one.slice(0, one.findIndex((name, at) => name !== other[at]) >>> 0))
  const parts = run.map(({ content }, at) => {
    const before = paths[at - 1]
    const own = (paths[at] ?? []).filter((name, depth) => depth >= shared.length && name !== before?.[depth])
    return [...own.map((name) => `### ${name}`), content].join('\n\n')
  })
  return { headingPath: shared.join(' > '), content: parts.join('\n\n') }
}
