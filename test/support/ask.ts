import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Asked = { method: string; headers?: Record<string, string>; body?: string | undefined }

/** A response that was read completely. */
export type Answered = { status: number; headers: Headers; text: string }

const agent = new Agent({ keepAlive: true })

/** Sends a request over a kept connection. `fetch` does the same, but takes twice the processor time. */
export async function ask(url: string, { method, headers = {}, body }: Asked): Promise<Answered> {
  // Sent for every method, because the body of a DELETE would otherwise be read as the next request.
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
