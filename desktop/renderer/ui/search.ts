/** How texts are compared: without case and without accents. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each word that is wanted stands in one of the texts. */
export function matches(wanted: string, ...texts: string[]): boolean {
  const whole = plain(texts.join('\n'))
  return plain(wanted)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
