const maxBytes = 1_000_000

/** A server-sent event with parsed JSON data. */
export type StreamEvent = { type: string; id: string | undefined; data: unknown }

/** Callbacks about incoming data. */
export type StreamWatch = {
  /** Data arrived, including heartbeats. */
  received(): void
  /** Nobody waits for the rest, but it is read anyway. */
  leaving(): void
  /** Everything was read, or nothing more will arrive. */
  end(): void
}

/**
 * Reads server-sent events from a response as they arrive, until it ends. Throws for an event of over a million
 * characters, or without valid JSON.
 * @param turn starts a new task, as for each event
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  parse: (text: string) => unknown,
  watch: StreamWatch,
  turn: () => Promise<void>,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let block: string[] = []
  let size = 0
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      watch.received()
      // A carriage return at the end may be the first half of a line break.
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
      if (size + rest.length > maxBytes) throw new RangeError('an event is too large')
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  } finally {
    void readRest(reader, watch)
  }
}

/** Browsers log a response that is not read to its end as a failed request. */
async function readRest(reader: ReadableStreamDefaultReader<Uint8Array>, watch: StreamWatch): Promise<void> {
  watch.leaving()
  try {
    for (let isDone = false; !isDone; ) isDone = (await reader.read()).done
  } catch {
    // The connection was cut, so there is nothing more to read.
  }
  watch.end()
}

function readBlock(lines: string[], parse: (text: string) => unknown): StreamEvent | undefined {
  const field = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, '')] : []))
  const data = field('data')
  if (data.length === 0) return undefined
  return { type: field('event').pop() ?? 'message', id: field('id').pop(), data: parse(data.join('\n')) }
}
