/** The longest passage that is recognised when it is repeated, and how much of the text is looked at. */
const maxPeriod = 400
const looked = 3 * maxPeriod
/** A passage is repeated for good if it stands there three times, and short ones over this many characters. */
const times = 3
const shortest = 120
const letter = /\p{L}/u
const endOfSentence = /^[.!?…。！？)"”’»]*\s*/

/**
 * Small models may say the same over and over until they are stopped.
 * @returns the length of the text up to the end of the first of its repetitions; undefined if it does not end with any
 */
export function endOfNews(text: string): number | undefined {
  const tail = text.slice(-looked)
  const last = tail.length - 1
  // Lines of tables and dots repeat, too.
  if (!letter.test(tail.slice(-maxPeriod))) return undefined
  for (let period = 1; period <= maxPeriod && period < tail.length; period++) {
    let same = 0
    while (same + period <= last && tail[last - same] === tail[last - same - period]) same++
    const repeated = same + period
    const isEndless = repeated >= Math.max(times * period, shortest)
    if (!isEndless || !letter.test(tail.slice(-period))) continue
    const end = text.length - repeated + period
    // The text before may end like the passage, so that its end is counted to the next one.
    return end + (endOfSentence.exec(text.slice(end, end + 10))?.[0].length ?? 0)
  }
  return undefined
}
