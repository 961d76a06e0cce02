/** A line or event is longer than the limit. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError'
}

/**
 * The lines of a UTF-8 stream, ended by LF, CRLF or CR, each yielded in the tick in which its end arrives; the last one
 * also without an end. Throws a TooLongError instead of buffering more than `maxChars`. Leaving the loop cancels the
 * stream.
 */
export async function* readLines(body: AsyncIterable<Uint8Array>, maxChars: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let pending = ''
  let afterReturn = false
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    if (text === '') continue
    let from = afterReturn && text.startsWith('\n') ? 1 : 0
    for (const end of text.matchAll(/\r\n|\n|\r/g)) {
      if (end.index < from) continue
      const line = pending + text.slice(from, end.index)
      if (line.length > maxChars) throw new TooLongError(`A line is longer than ${maxChars} characters.`)
      yield line
      pending = ''
      from = end.index + end[0].length
    }
    pending += text.slice(from)
    afterReturn = text.endsWith('\r')
    if (pending.length > maxChars) throw new TooLongError(`A line is longer than ${maxChars} characters.`)
  }
  pending += decoder.decode()
  if (pending !== '') yield pending
}
