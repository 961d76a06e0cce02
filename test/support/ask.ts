import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Asked = { method: string; headers?: Record<string, string>; body?: string | undefined }

/** An answer that was read to its end. */
export type Answered = { status: number; headers: Headers; text: string }

const agent = new Agent({ keepAlive: true })

/** Asks over a connection that is kept. `fetch` does the same, but takes twice as much of the processor. */
export async function ask(url: string, { method, headers = {}, body }: Asked): Promise<Answered> {
  // Told for each method: a body behind a DELETE would else be read as the next request.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent, method, headers: { ...headers, ...length } })
      .on('response', resolve)
      .on('error', reject)
      .end(body)
  })
  const pairs = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
    values!.map((value): [string, string] => [name, value]),
  )
  return { status: response.statusCode!, headers: new Headers(pairs), text: await text(response) }
}
