import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Duplex } from 'node:stream'
import { createFrames } from './browser-frames.ts'

/** A DevTools event of a page. */
export type BrowserEvent = { method: string; params: Record<string, unknown>; sessionId?: string }

/** A headless browser without network access, controlled with the DevTools protocol over two pipes. */
export type Browser = {
  /** Throws an Error if the browser rejects the command, or has ended. */
  send(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>
  /** Subscribes to the events of one page. Returns a function that unsubscribes. */
  listen(sessionId: string, onMessage: (event: BrowserEvent) => void): () => void
  /** Resolves when the browser has ended. */
  ended: Promise<void>
  /** Kills the browser. */
  kill(): void
}

export type BrowserPlace = {
  path: string
  /** The folder of its profile, which is deleted afterwards. */
  folder: string
  sandbox: boolean
}

/** Every network request fails, including sockets, workers and prefetching. What a page may load is provided to it. */
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

/** Chromium creates a socket in its temporary folder, and the whole path may have only about 100 characters. */
const maxFolderLength = 50

/** Starts a browser. Commands sent before it is ready are queued. If it cannot start, `send` throws. */
export function startBrowser({ path, folder, sandbox }: BrowserPlace): Browser {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const flags = [...quiet, ...offline, ...(sandbox ? [] : ['--no-sandbox']), `--user-data-dir=${folder}`, 'about:blank']
  const child = spawn(path, flags, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Not the server's environment, which contains its secrets.
    env: { HOME: folder, TMPDIR: folder.length > maxFolderLength ? tmpdir() : folder },
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
  // Missing if the process could not be created.
  const [, , , to, from] = child.stdio as unknown as (Duplex | undefined)[]
  // Callers learn of the error when the process ends.
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
    listen(sessionId, onMessage) {
      hears.set(sessionId, onMessage)
      return () => hears.delete(sessionId)
    },
  }
}

/** Resolves when the process has ended and its profile is deleted. */
async function endOf(child: ChildProcess, folder: string): Promise<void> {
  await new Promise<void>((resolve) => child.once('error', () => resolve()).once('close', () => resolve()))
  // Its child processes may still write for a moment.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

const maxWords = 2000

/** The end of its error output. */
function lastWordsOf(child: ChildProcess): () => string {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-maxWords)
  })
  child.once('error', (error) => {
    words += error.message
  })
  return () =>
    words.split('\n').findLast((line) => /sandbox|fatal|cannot|missing|denied|ENOENT|EACCES|access/i.test(line)) ?? ''
}
