import type { Duplex } from 'node:stream'
import { z } from 'zod'

/** A command's request to the server that holds its database, as a single JSON line. */
export const Request = z.object({ task: z.string().max(40), input: z.record(z.string(), z.unknown()) })
export type Request = z.infer<typeof Request>

/** The server's response as JSON lines: lines for the terminal, chunks of a file in base64, then the end. */
export const Answer = z.union([
  z.object({ line: z.string() }),
  z.object({ note: z.string() }),
  z.object({ data: z.base64() }),
  z.object({ end: z.object({ error: z.string().optional() }) }),
])
export type Answer = z.infer<typeof Answer>

/** Fits a whole prompt with each character escaped as six. */
export const maxRequestLength = 128_000
export const maxAnswerLength = 1_000_000

export class LineTooLong extends Error {}

/** Lines as they arrive. Throws LineTooLong instead of buffering more than `maxLength` characters of one. */
export async function* readLines(stream: AsyncIterable<Buffer>, maxLength: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let open = ''
  for await (const chunk of stream) {
    const lines = (open + decoder.decode(chunk, { stream: true })).split('\n')
    open = lines.pop() as string
    if (open.length > maxLength) throw new LineTooLong('A line on the control socket is too long.')
    yield* lines
  }
}

/** Writes a line. Resolves when there is room for the next, and throws when the other side disconnects. */
export function writeLine(stream: Duplex, message: Request | Answer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()))
  })
}
