import type { FilesWords } from '../../words/en/files.ts'

type WhyWords = FilesWords['why']

/** What the server says of a file where this screen has words of its own; what is in brackets goes into them. */
const sentences: Record<keyof WhyWords, RegExp> = {
  scan: /^No text was found: it may be a scan/,
  empty: /^There is no text in it/,
  oldWord: /^The file is protected by a password, or was written by a Word/,
  password: /^The file is protected by a password/,
  noPdf: /^It is no PDF that can be read/,
  columns: /^It has more than ([\d,]+) columns/,
  noTable: /^It is no table that can be read/,
  noJson: /^It is no valid JSON/,
  deep: /^It is nested more than ([\d,]+) levels/,
  parts: /^It is of more than ([\d,]+) parts/,
  unpacked: /^It is too large when it is unpacked/,
  slow: /^Reading it takes too long/,
  memory: /^Reading it takes too much memory/,
  damaged: /^It is damaged/,
  gaveUp: /^It was tried four times/,
}

/** Why a file could not be learned, in the words of this screen; as the server says it where it has none. */
export function whyFile(said: string, words: WhyWords): string {
  for (const [name, sentence] of Object.entries(sentences)) {
    const match = sentence.exec(said)
    if (!match) continue
    const word = words[name as keyof WhyWords]
    return typeof word === 'string' ? word : word(match[1] ?? '')
  }
  return said
}
