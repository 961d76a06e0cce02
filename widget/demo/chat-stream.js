const LARGEST = 1_000_000

/** @typedef {{ event: string, data: string, id: string | undefined }} StreamEvent */

/**
 * Reads server-sent events from a response's body, as they come.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} [onBytes] Called for whatever arrives, heartbeats too.
 * @returns {AsyncGenerator<StreamEvent>} Ends with the body.
 * @throws {RangeError} when one event is over a million characters.
 */
export async function* readEvents(body, onBytes) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  /** @type {{ event: string, data: string[], id: string | undefined }} */
  let event = blank()
  let size = 0
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      onBytes?.()
      const lines = splitLines(rest + decoder.decode(chunk.value, { stream: true }))
      rest = lines.pop() ?? ''
      for (const line of lines) {
        size += line.length
        if (line) readField(event, line)
        else {
          if (event.data.length) yield { event: event.event, data: event.data.join('\n'), id: event.id }
          event = blank()
          size = 0
        }
      }
      if (size + rest.length > LARGEST) throw new RangeError('An event in the stream is too large')
    }
  } finally {
    // Whoever stops reading also closes the connection.
    await reader.cancel().catch(() => undefined)
  }
}

/** Lines end with LF, CR or CRLF; a CR at the end of what is here may be the first half of a CRLF. */
function splitLines(/** @type {string} */ text) {
  return text.split(/\r\n|\n|\r(?!$)/)
}

/** @returns {{ event: string, data: string[], id: string | undefined }} */
function blank() {
  return { event: 'message', data: [], id: undefined }
}

function readField(/** @type {ReturnType<typeof blank>} */ event, /** @type {string} */ line) {
  const colon = line.indexOf(':')
  if (colon === 0) return
  const name = colon === -1 ? line : line.slice(0, colon)
  const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
  if (name === 'data') event.data.push(value)
  else if (name === 'event') event.event = value
  else if (name === 'id') event.id = value
}
