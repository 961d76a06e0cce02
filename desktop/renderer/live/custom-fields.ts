/** What a form asked for beside the usual: name and value, of the JSON text in which a contact keeps it. */
export function customFields(fields: string | null): [name: string, value: string][] {
  try {
    const read: unknown = JSON.parse(fields ?? 'null')
    if (typeof read !== 'object' || read === null) return []
    return Object.entries(read).map(([name, value]) => [name, inWords(value)])
  } catch {
    // Text that is no JSON is shown as it is.
    return fields ? [['', fields]] : []
  }
}

/** Any value as text: what is more than a text or a number as JSON. */
export function inWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null || value === undefined ? '–' : JSON.stringify(value, null, 2)
}
