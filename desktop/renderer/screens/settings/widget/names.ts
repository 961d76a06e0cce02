/** An identifier for programs and templates, derived from a label: `Bike size` gives `bike_size`. */
export function nameFrom(words: string, fallback: string): string {
  const plain = words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
  return plain.slice(0, 40).replace(/_+$/, '') || fallback
}

/** The identifier, with a number appended if it is taken. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const isTaken = (name: string) => taken.includes(name)
  let name = wanted
  for (let more = 2; isTaken(name); more++) name = `${wanted}_${more}`
  return name
}
