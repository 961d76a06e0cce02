import { z } from 'zod'
import { contactFields } from '../../shared/lead.ts'
import { MessageContent } from '../../shared/message.ts'
import { text } from '../../shared/text.ts'
import type { Clock } from '../core/clock.ts'
import { type Failure, FailureError, failure, reworded } from '../core/failure.ts'
import { parseJson } from '../core/json.ts'
import { signatureHeaders } from '../core/seal.ts'
import type { Dial } from './dial.ts'
import { DialError, type DialFault } from './dial-error.ts'
import { TooLongError } from './lines.ts'
import { readEvents } from './sse.ts'

/** The request to a site's own AI backend. */
export type ConnectorRequest = {
  /** `start`: the conversation is new, with or without a first message. */
  type: 'start' | 'message' | 'action' | 'end'
  conversation: Record<string, unknown>
  /** What the visitor wrote or chose. Null at a start without a message, and at the end. */
  message: unknown
  history: unknown[]
  user: Record<string, unknown> | null
  context: Record<string, unknown> | null
  contact: Record<string, unknown> | null
}

/** `sites[].connector`, and the secret that signs its requests. */
export type ConnectorTarget = { url: string; headers: Record<string, string>; secret: string }

const given = z
  .object({ ...contactFields, fields: z.record(z.string().max(64), text(1000)) })
  .partial()
  .extend({ message: text(4000).optional() })

export const ConnectorAnswer = z.object({
  messages: z.array(MessageContent).max(20),
  handover: z.object({ reason: text(500).default('') }).nullish(),
  lead: given.nullish(),
  usage: z.object({ input: z.int().nonnegative(), output: z.int().nonnegative() }).nullish(),
})
export type ConnectorAnswer = z.infer<typeof ConnectorAnswer>

/** Text while it is written, if the backend streams; then the whole answer. */
export type ConnectorChunk = { kind: 'text'; text: string } | { kind: 'done'; answer: ConnectorAnswer }

/** `status`: an error status · `invalid`: not the protocol; the others as for any call. */
export type ConnectorFault = DialFault | 'status' | 'invalid'

/** The message is safe in health and logs: it contains no path, header or message content. */
export class ConnectorError extends FailureError {
  override readonly name = 'ConnectorError'
  readonly kind: ConnectorFault

  constructor(kind: ConnectorFault, failed: Failure) {
    super(failed)
    this.kind = kind
  }
}

export type Connector = {
  /**
   * Calls the backend. Deltas are yielded in the tick in which they arrive; `done` comes last. Throws a ConnectorError.
   */
  ask(target: ConnectorTarget, request: ConnectorRequest, signal: AbortSignal): AsyncIterable<ConnectorChunk>
}

const timeoutMs = 60_000
const maxBytes = 1_000_000
const Delta = z.object({ text: z.string() })

/** Calls the AI backends of site owners. */
export function createConnector(dial: Dial, clock: Clock): Connector {
  return {
    async *ask(target, request, signal) {
      try {
        const body = JSON.stringify(request)
        const response = await dial.fetch(target.url, {
          purpose: 'connector',
          method: 'POST',
          body,
          headers: {
            ...target.headers,
            ...signatureHeaders(body, { secrets: [target.secret], now: clock.now() }),
            'content-type': 'application/json',
            accept: 'text/event-stream, application/json',
            'accept-encoding': 'identity',
            'user-agent': 'Service-Connector/1',
          },
          maxBytes,
          timeoutMs,
          signal,
        })
        yield* read(response)
      } catch (error) {
        throw toConnectorError(error)
      }
    },
  }
}

async function* read(response: Response): AsyncGenerator<ConnectorChunk> {
  if (!response.ok) {
    await response.body?.cancel()
    const { status } = response
    const sentence = `The AI backend answers with the status ${status}.`
    throw new ConnectorError('status', failure('backend_status', sentence, { status }))
  }
  if (response.headers.get('content-type')?.includes('text/event-stream') && response.body) {
    yield* readStream(response.body)
    return
  }
  const answer = response.status === 204 ? '{"messages":[]}' : await response.text()
  yield { kind: 'done', answer: ConnectorAnswer.parse(parseJson(answer)) }
}

async function* readStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<ConnectorChunk> {
  for await (const { event, data } of readEvents(body, maxBytes)) {
    if (event === 'delta') yield { kind: 'text', text: Delta.parse(parseJson(data)).text }
    if (event === 'error') throw failedBackend('The AI backend says that it failed.')
    if (event === 'done') {
      yield { kind: 'done', answer: ConnectorAnswer.parse(parseJson(data)) }
      return
    }
  }
  throw failedBackend('The AI backend ended its answer before it was done.')
}

const failedBackend = (sentence: string) => new ConnectorError('broken', failure('backend_failed', sentence))
const invalidAnswer = (kind: ConnectorFault, sentence: string) =>
  new ConnectorError(kind, failure('backend_invalid', sentence))

function toConnectorError(error: unknown): unknown {
  if (error instanceof ConnectorError) return error
  if (error instanceof DialError)
    return new ConnectorError(error.kind, reworded(error, `The AI backend failed. ${error.message}`))
  if (error instanceof SyntaxError) return invalidAnswer('invalid', 'The AI backend answers with what is not JSON.')
  if (error instanceof TooLongError) return invalidAnswer('large', 'The AI backend answers with too much.')
  if (!(error instanceof z.ZodError)) return error
  const [issue] = error.issues
  const where = issue?.path.map(String).join('.') || 'the answer'
  return invalidAnswer('invalid', `The AI backend's answer does not fit: ${where}: ${issue?.message}`)
}
