/** A form's custom fields as name and value, parsed from the contact's JSON text. */
export function customFields(fields: string | null): [name: string, value: string][] {
  try {
    const read: unknown = JSON.parse(fields ?? 'null')
    if (typeof read !== 'object' || read === null) return []
    return Object.entries(read).map(([name, value]) => [name, inWords(value)])
  } catch {
    // Text that is not JSON is shown as it is.
    return fields ? [['', fields]] : []
  }
}

/** Any value as text. Values other than texts and numbers are JSON. */
export function inWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null || value === undefined ? '–' : JSON.stringify(value, null, 2)
}
