import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Holds an answer back until the test lets it go on. */
export type Gate = {
  /** Lets so many waiting steps pass, or the next that come. */
  step(count?: number): void
  /** Lets everything pass from now on. */
  open(): void
  passed(): Promise<void>
}

export function createGate(): Gate {
  let free = 0
  const waiting: (() => void)[] = []
  const go = () => {
    while (free > 0 && waiting.length > 0) {
      free--
      waiting.shift()?.()
    }
  }
  return {
    step(count = 1) {
      free += count
      go()
    },
    open() {
      free = Number.POSITIVE_INFINITY
      go()
    },
    passed() {
      const turn = new Promise<void>((resolve) => waiting.push(resolve))
      go()
      return turn
    },
  }
}

/** What a fake server does next in an answer. Without a step that ends it, an answer is ended as the protocol does. */
export type Step =
  | { text: string }
  | { thinking: string }
  | { tool: string; arguments: Record<string, unknown> }
  /** Waits for the gate. */
  | { wait: Gate }
  /** An error in the middle of the stream, after which it ends. */
  | { error: string }
  /** Written as it is, whether or not that is the protocol. */
  | { raw: string }
  /** The connection is destroyed. */
  | { cut: true }
  /** Nothing more ever comes, and the connection stays open. */
  | { hang: true }
  /** The stream ends here, without the protocol's own end. */
  | { end: true }
  /** The same piece of text for ever, as fast as the client takes it. */
  | { endless: string }
  /** A refusal instead of an answer; only as the first step. One that hangs never comes to its end. */
  | { status: number; body: string; type?: string; location?: string; hangs?: boolean }
  /** Other counts, or another reason, than the answer's own at its end. */
  | { done: { input?: number; output?: number; reason?: string } }

export type Steps = Iterable<Step> | AsyncIterable<Step>

/** One token after the other, each held back until the gate lets it go: the stepped model. */
export const stepped = (gate: Gate, tokens: string[]): Step[] =>
  tokens.flatMap((text) => [{ wait: gate } as const, { text }])

/** How a protocol writes the pieces of an answer. */
export type Wire = {
  type: string
  text(text: string): string
  thinking(text: string): string
  tool(name: string, args: Record<string, unknown>): string
  error(message: string): string
  done(counts: { input?: number; output: number; reason?: string }): string
}

/** Plays an answer. Resolves when there is nothing left to do, or the client left. */
export async function play(steps: Steps, response: ServerResponse, wire: Wire): Promise<void> {
  const gone = new Promise<'gone'>((resolve) => response.once('close', () => resolve('gone')))
  let output = 0
  let end: { input?: number; output?: number; reason?: string } = {}
  const write = (text: string) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': wire.type })
    output++
    return response.write(text)
  }
  for await (const step of steps) {
    if ('wait' in step && (await Promise.race([step.wait.passed(), gone])) === 'gone') return
    if (response.destroyed) return
    if ('status' in step) {
      const location = step.location === undefined ? {} : { location: step.location }
      response.writeHead(step.status, { 'content-type': step.type ?? 'application/json', ...location })
      if (step.hangs) response.write(step.body)
      else response.end(step.body)
      return
    }
    if ('text' in step) write(wire.text(step.text))
    if ('thinking' in step) write(wire.thinking(step.thinking))
    if ('tool' in step) write(wire.tool(step.tool, step.arguments))
    if ('raw' in step) write(step.raw)
    if ('done' in step) end = step.done
    if ('hang' in step) return
    if ('cut' in step) {
      response.destroy()
      return
    }
    if ('error' in step || 'end' in step) {
      response.end('error' in step ? wire.error(step.error) : '')
      return
    }
    if ('endless' in step) {
      while (!response.destroyed) {
        if (!write(wire.text(step.endless))) await Promise.race([once(response, 'drain'), gone])
      }
      return
    }
  }
  write(wire.done({ output, ...end }))
  response.end()
}
