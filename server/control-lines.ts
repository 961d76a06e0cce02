import type { Duplex } from 'node:stream'
import { z } from 'zod'

/** What a command asks of the server that holds its database; one JSON line, the first and only one. */
export const Request = z.object({ task: z.string().max(40), input: z.record(z.string(), z.unknown()) })
export type Request = z.infer<typeof Request>

/** What the server answers, a JSON line each: lines for the terminal, pieces of a file in base64, then the end. */
export const Answer = z.union([
  z.object({ line: z.string() }),
  z.object({ note: z.string() }),
  z.object({ data: z.base64() }),
  z.object({ end: z.object({ error: z.string().optional() }) }),
])
export type Answer = z.infer<typeof Answer>

/** Room for a whole prompt, each of whose characters may be written as six. */
export const longestRequest = 128_000
export const longestAnswer = 1_000_000

export class LineTooLong extends Error {}

/** Lines as they come. Throws LineTooLong rather than to keep more than `longest` characters of one. */
export async function* readLines(stream: AsyncIterable<Buffer>, longest: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let open = ''
  for await (const chunk of stream) {
    const lines = (open + decoder.decode(chunk, { stream: true })).split('\n')
    open = lines.pop() as string
    if (open.length > longest) throw new LineTooLong('A line on the control socket is too long.')
    yield* lines
  }
}

/** Writes a line; resolves when there is room for the next, and throws when the other side is gone. */
export function writeLine(stream: Duplex, message: Request | Answer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()))
  })
}
