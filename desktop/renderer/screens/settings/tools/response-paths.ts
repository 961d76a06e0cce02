const maxPaths = 50

/**
 * The paths that can be kept: those of the whole response, not only of the picked result, so that more can be picked.
 * A response that was cut off is no JSON; then it is what the result has.
 */
export function pathsToKeep(response: string | null, keys: readonly string[], pick: readonly string[]): string[] {
  const all = pathsOf(jsonOf(response ?? ''))
  return [...new Set([...(all.length > 0 ? all : keys), ...pick.filter((path) => keys.includes(path))])]
}

function pathsOf(value: unknown, before = ''): string[] {
  if (typeof value !== 'object' || value === null) return before === '' ? [] : [before]
  return Object.entries(value)
    .filter(([name]) => /^[\w$-]+$/.test(name))
    .flatMap(([name, inner]) => pathsOf(inner, before === '' ? name : `${before}.${name}`))
    .slice(0, maxPaths)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
