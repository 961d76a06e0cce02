import { readLines, TooLongError } from './lines.ts'

export type ServerEvent = { event: string; data: string; id: string }

/**
 * Reads server-sent events as specified in the HTML standard, each yielded in the tick in which its end arrives. Throws
 * a TooLongError if a line or an event's data exceeds `maxChars`. Events without data or end are ignored.
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>, maxChars: number): AsyncGenerator<ServerEvent> {
  let event = ''
  let data: string[] = []
  let length = 0
  let id = ''
  for await (const line of readLines(body, maxChars)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id }
      event = ''
      data = []
      length = 0
      continue
    }
    const [field, value] = readField(line)
    if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'data') {
      length += value.length + 1
      if (length > maxChars) throw new TooLongError(`An event is longer than ${maxChars} characters.`)
      data.push(value)
    }
  }
}

function readField(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, '']
  const start = line[colon + 1] === ' ' ? colon + 2 : colon + 1
  return [line.slice(0, colon), line.slice(start)]
}
