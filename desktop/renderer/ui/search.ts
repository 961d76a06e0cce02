/** Normalises a text for comparison: case and accents do not matter. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each word of the query is in one of the texts. */
export function matches(wanted: string, ...texts: string[]): boolean {
  const whole = plain(texts.join('\n'))
  return plain(wanted)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
