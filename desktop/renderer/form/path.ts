/**
 * Returns the value at a path such as `widget.forms.0.title`. A key that contains dots itself takes precedence. A path
 * below a text returns that text, because the server may report a fault in the third line of a field.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object') return value
  if (value === null) return undefined
  if (Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path]
  const [head, rest] = split(path)
  return rest === undefined ? undefined : valueAt((value as Record<string, unknown>)[head], rest)
}

/**
 * Returns a copy of the value with another value at the path. Null on the way becomes an object. A path that leads
 * nowhere becomes a key, such as `attributes.plan` in the flat draft of a contact.
 */
export function withValueAt<T>(value: T, path: string, next: unknown): T {
  const [head, rest] = split(path)
  if (Array.isArray(value)) {
    const place = Number(head)
    return value.with(place, rest === undefined ? next : withValueAt(value[place], rest, next)) as T
  }
  const part = { ...value } as Record<string, unknown>
  if (rest === undefined || Object.hasOwn(part, path) || !Object.hasOwn(part, head))
    return { ...part, [path]: next } as T
  return { ...part, [head]: withValueAt(part[head], rest, next) } as T
}

/** The path of the outermost list on the way, otherwise the path itself: a list is changed as a whole. */
export function changedAt(value: unknown, path: string): string {
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const above = path.slice(0, dot)
    if (Array.isArray(valueAt(value, above))) return above
  }
  return path
}

function split(path: string): [head: string, rest: string | undefined] {
  const dot = path.indexOf('.')
  return dot === -1 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)]
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
