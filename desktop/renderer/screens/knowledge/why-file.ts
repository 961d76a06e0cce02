import type { FilesWords } from '../../words/en/files.ts'

type WhyWords = FilesWords['why']

/** The server's sentences about files that have a text here. The values in brackets are inserted into it. */
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

/** Why a file was not learned, in the dashboard's language if it has a text, otherwise the server's sentence. */
export function whyFile(text: string, words: WhyWords): string {
  for (const [name, sentence] of Object.entries(sentences)) {
    const match = sentence.exec(text)
    if (!match) continue
    const word = words[name as keyof WhyWords]
    return typeof word === 'string' ? word : word(match[1] ?? '')
  }
  return text
}
