import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Duplex } from 'node:stream'
import { createFrames } from './browser-frames.ts'

/** What the browser tells of a page. */
export type BrowserEvent = { method: string; params: Record<string, unknown>; sessionId?: string }

/** A browser without a window and without a network, spoken to in the DevTools protocol over two pipes of its process. */
export type Browser = {
  /** Throws an Error where the browser refuses, or is gone. */
  send(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>
  /** Has all that it tells of one page heard, until the answer is called. */
  listen(sessionId: string, hear: (event: BrowserEvent) => void): () => void
  /** Fulfilled when it ended, by itself or by force. */
  ended: Promise<void>
  /** Ends it at once, whatever it is at. */
  kill(): void
}

export type BrowserPlace = {
  path: string
  /** Holds its profile, which is taken away again. */
  folder: string
  sandbox: boolean
}

/**
 * Whatever asks for an address of the network is told that there is none, also sockets, workers and what looks ahead: what
 * a page may have is handed to it.
 */
const offline = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://no-network.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
]
const quiet = [
  ...['--headless=new', '--remote-debugging-pipe', '--no-first-run', '--no-default-browser-check', '--mute-audio'],
  ...['--disable-gpu', '--disable-dev-shm-usage', '--disable-extensions', '--disable-sync', '--disable-breakpad'],
  ...[
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--metrics-recording-only',
  ],
  ...['--password-store=basic', '--use-mock-keychain', '--disable-features=Translate,MediaRouter,OptimizationHints'],
  ...['--js-flags=--max-old-space-size=512', '--renderer-process-limit=1', '--window-size=1280,4000'],
]

/** Chromium makes a socket in its temporary folder, whose whole path may have some 100 characters. */
const longestFolder = 50

/** Starts a browser. What it is asked before it is ready waits. Where it cannot start, `send` throws. */
export function startBrowser({ path, folder, sandbox }: BrowserPlace): Browser {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const flags = [...quiet, ...offline, ...(sandbox ? [] : ['--no-sandbox']), `--user-data-dir=${folder}`, 'about:blank']
  const child = spawn(path, flags, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // None of the server's own, which holds its secrets.
    env: { HOME: folder, TMPDIR: folder.length > longestFolder ? tmpdir() : folder },
  })
  const hears = new Map<string, (event: BrowserEvent) => void>()
  const waiting = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>()
  const kill = () => void child.kill('SIGKILL')
  const said = lastWordsOf(child)
  const ended = endOf(child, folder).then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`The browser ended. ${said()}`.trim()))
    waiting.clear()
  })
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  // None where the process could not be made.
  const [, , , to, from] = child.stdio as unknown as (Duplex | undefined)[]
  // Whoever asks is told of it by the end of the process.
  to?.on('error', kill)
  from?.on('error', kill)
  from?.on(
    'data',
    createFrames(kill, (message) => {
      if (message.id === undefined) return hears.get(message.sessionId ?? '')?.(message as unknown as BrowserEvent)
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.error) asked?.reject(new Error(message.error.message))
      else asked?.resolve(message.result ?? {})
    }),
  )
  let last = 0
  return {
    kill,
    ended,
    send(method, params = {}, sessionId) {
      if (isOver) return Promise.reject(new Error('The browser ended.'))
      const id = ++last
      const answer = new Promise<Record<string, unknown>>((resolve, reject) => waiting.set(id, { resolve, reject }))
      to?.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
      return answer
    },
    listen(sessionId, hear) {
      hears.set(sessionId, hear)
      return () => hears.delete(sessionId)
    },
  }
}

/** Fulfilled when the process is gone, and its profile with it. */
async function endOf(child: ChildProcess, folder: string): Promise<void> {
  await new Promise<void>((resolve) => child.once('error', () => resolve()).once('close', () => resolve()))
  // Its other processes may write for a moment more.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

const mostWords = 2000

/** The last that it wrote of what went wrong. */
function lastWordsOf(child: ChildProcess): () => string {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-mostWords)
  })
  child.once('error', (error) => {
    words += error.message
  })
  return () =>
    words.split('\n').findLast((line) => /sandbox|fatal|cannot|missing|denied|ENOENT|EACCES|access/i.test(line)) ?? ''
}
