const largest = 1_000_000

/** A server-sent event; its data was JSON. */
export type Heard = { type: string; id: string | undefined; data: unknown }

/** Is told of what arrives. */
export type Watched = {
  /** Something arrived, a heartbeat too. */
  heard(): void
  /** Nobody waits for the rest, which is read all the same. */
  leaving(): void
  /** All was read, or nothing more comes. */
  end(): void
}

/**
 * Reads server-sent events from an answer as they come, and ends with it. Throws where one is over a million characters, or
 * holds no JSON.
 * @param turn what comes after is a task of its own, as each event is
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  parse: (text: string) => unknown,
  watch: Watched,
  turn: () => Promise<void>,
): AsyncGenerator<Heard> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let block: string[] = []
  let size = 0
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      watch.heard()
      // A carriage return at the end of what is here may be the first half of a line's end.
      const lines = (rest + decoder.decode(chunk.value, { stream: true })).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        size += line.length
        if (line) {
          block.push(line)
          continue
        }
        const event = readBlock(block, parse)
        block = []
        size = 0
        if (!event) continue
        await turn()
        yield event
      }
      if (size + rest.length > largest) throw new RangeError('an event is too large')
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  } finally {
    void readRest(reader, watch)
  }
}

/** Browsers log an answer that is not read to its end as a failed request. */
async function readRest(reader: ReadableStreamDefaultReader<Uint8Array>, watch: Watched): Promise<void> {
  watch.leaving()
  try {
    for (let isDone = false; !isDone; ) isDone = (await reader.read()).done
  } catch {
    // It was cut off: there is nothing more to read.
  }
  watch.end()
}

function readBlock(lines: string[], parse: (text: string) => unknown): Heard | undefined {
  const field = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, '')] : []))
  const data = field('data')
  if (data.length === 0) return undefined
  return { type: field('event').pop() ?? 'message', id: field('id').pop(), data: parse(data.join('\n')) }
}
