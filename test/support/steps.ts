import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Holds a response back until the test releases it. */
export type Gate = {
  /** Releases this many waiting steps, or the next ones that arrive. */
  step(count?: number): void
  /** Releases everything from now on. */
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

/** What a fake server does next in a response. Without a step that ends it, a response ends as its protocol does. */
export type Step =
  | { text: string }
  | { thinking: string }
  | { tool: string; arguments: Record<string, unknown> }
  /** Waits for the gate. */
  | { wait: Gate }
  /** An error that ends the stream; as the first step, an error status. */
  | { error: string }
  /** Written unchanged, even if it violates the protocol. */
  | { raw: string }
  /** Destroys the connection. */
  | { cut: true }
  /** Sends nothing more, with an open connection. */
  | { hang: true }
  /** Ends the stream without the protocol's own end. */
  | { end: true }
  /** The same piece of text, until Ollama ends the response without its last line because the model repeats itself. */
  | { repeats: string }
  /** The same piece of text forever, or another one each time, as fast as the client reads it. */
  | { endless: string | ((count: number) => string) }
  /** An error status instead of a response; only as the first step. With `hangs` it never completes. */
  | { status: number; body: string; type?: string; location?: string; hangs?: boolean }
  /** Other counts, or another reason, at the end than the response's own. */
  | { done: { input?: number; output?: number; reason?: string } }

export type Steps = Iterable<Step> | AsyncIterable<Step>

/** Sends one token after the other, each when the gate releases it. */
export const stepped = (gate: Gate, tokens: string[]): Step[] =>
  tokens.flatMap((text) => [{ wait: gate } as const, { text }])

/** How a protocol encodes the parts of a response. */
export type Wire = {
  type: string
  text(text: string): string
  thinking(text: string): string
  tool(name: string, args: Record<string, unknown>): string
  error(message: string): string
  /** The body of status 500 for an error before the first piece. Without it, that is like any other. */
  earlyError?(message: string): string
  done(counts: { input?: number; output: number; reason?: string }): string
}

/** How often Ollama lets a model repeat a token. */
const maxRepeats = 31

/** Sends a response. Resolves when nothing is left to do, or the client disconnected. */
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
    if ('error' in step && !response.headersSent && wire.earlyError) {
      response.writeHead(500, { 'content-type': 'application/json; charset=utf-8' }).end(wire.earlyError(step.error))
      return
    }
    if ('repeats' in step) for (let count = 0; count < maxRepeats; count++) write(wire.text(step.repeats))
    if ('error' in step || 'end' in step || 'repeats' in step) {
      response.end('error' in step ? wire.error(step.error) : '')
      return
    }
    if ('endless' in step) {
      const textOf = typeof step.endless === 'string' ? () => step.endless as string : step.endless
      for (let count = 0; !response.destroyed; count++) {
        if (!write(wire.text(textOf(count)))) await Promise.race([once(response, 'drain'), gone])
      }
      return
    }
  }
  write(wire.done({ output, ...end }))
  response.end()
}
