import { parseSync, Visitor } from 'vite'

/** A place where code is entered: a block, or the expression of an arrow function. */
export type Probe = { id: string; start: number; end: number }

/** All such places of a file, outer ones before inner ones. */
export function probesOf(path: string, source: string): Probe[] {
  const probes: Probe[] = []
  const add = ({ start, end }: { start: number; end: number }) =>
    void probes.push({ id: `${path}@${start}`, start, end })
  new Visitor({
    BlockStatement: add,
    ArrowFunctionExpression({ body, expression }) {
      if (expression) add(body)
    },
    FunctionDeclaration: ({ body }) => body && add(body),
    FunctionExpression: ({ body }) => body && add(body),
  }).visit(parseSync(path, source).program)
  const known = new Map(probes.map((probe) => [probe.id, probe]))
  return [...known.values()].sort((a, b) => a.start - b.start || b.end - a.end)
}

/** The file with a call in each of these places, recorded by `hits.ts`. */
export function withProbes(path: string, source: string): string {
  const parts: { at: number; text: string }[] = []
  for (const { id, start, end } of probesOf(path, source)) {
    const call = `globalThis.frontdeskHit?.(${JSON.stringify(id)})`
    if (source[start] === '{') parts.push({ at: start + 1, text: `${call};` })
    else parts.push({ at: start, text: `(${call}, ` }, { at: end, text: ')' })
  }
  let text = source
  for (const part of parts.toReversed().sort((a, b) => b.at - a.at))
    text = text.slice(0, part.at) + part.text + text.slice(part.at)
  return text
}

/** The innermost place around an offset; undefined for code that runs on import. */
export const probeAround = (probes: Probe[], at: number): Probe | undefined =>
  probes.findLast(({ start, end }) => start <= at && at < end)
