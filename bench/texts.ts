/** Pseudo-random numbers between 0 and 1, the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const syllables = 'ba co di fu ga he ji ka lo mi nu pa re so ta vu wa zo ler mon tin dar'.split(' ')

/** Draws words of a made-up language with Zipf's distribution, as in real texts. */
export function wordsOf(count: number, next: () => number): () => string {
  const words = Array.from({ length: count }, (_, rank) => wordOf(rank))
  let total = 0
  const sums = words.map((_, rank) => {
    total += (rank + 2) ** -1.05
    return total
  })
  return () => words[placeOf(sums, next() * total)] ?? ''
}

/** Ends with a letter that no stemmer removes. */
function wordOf(rank: number): string {
  let word = ''
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length]
  return `${word}q`
}

/** The first index whose sum is not below the value. */
function placeOf(sums: number[], value: number): number {
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Passages of a hundred words: up to sixty from a real text, with made-up words in between. Without real texts, all
 * words are made up.
 */
export function passagesOf(count: number, real: string[]): Iterable<string> {
  const next = random(count)
  const word = wordsOf(50_000, next)
  return Array.from({ length: count }, (_, at) => {
    const words = (real[at % Math.max(1, real.length)] ?? '').replace(/[#|`]/g, ' ').split(/\s+/).slice(0, 60)
    while (words.length < 100) words.splice(Math.floor(next() * words.length), 0, word())
    return words.join(' ')
  })
}
