import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { hostname } from 'node:os'

type Holder = { pid: number; host: string; port: number; token: string }
type Claim = Holder & { beatMs: number }

/** The folder is in use by another process, which answered. */
export class FolderInUse extends Error {}

const answerMs = 1000

/**
 * Takes the lock file `path` for this process, or throws FolderInUse. The file names a port of 127.0.0.1 where its owner
 * answers; a file whose owner does not answer was left behind by a process that was killed, and is replaced.
 * A process number alone would not do: numbers are used again, and asking for one is not allowed on every runtime.
 * An owner on another host, such as another container on the same volume, is known by the time of the file, which it
 * renews every `beatMs` milliseconds.
 * @returns what gives the lock back
 */
export async function takeLock(path: string, beatMs = 2000): Promise<() => void> {
  const token = randomUUID()
  const { server, port } = await answerWith(token)
  const mine = { pid: process.pid, host: hostname(), port, token, beatMs }
  try {
    await claim(path, mine)
  } catch (error) {
    server.close()
    throw error
  }
  const beat = setInterval(() => renew(path, mine), beatMs).unref()
  return () => {
    clearInterval(beat)
    if (read(path)?.token === token) unlinkSync(path)
    server.close()
  }
}

async function claim(path: string, mine: Claim): Promise<void> {
  while (!create(path, mine)) {
    const other = await settled(path)
    if (!other) continue
    if ((await answers(other)) || (other.host !== mine.host && (await beats(path, mine.beatMs)))) {
      throw new FolderInUse(`it is in use by process ${other.pid} on ${other.host}; stop that one first`)
    }
    // Of several that find the same dead owner, one may remove its file: it holds a lock of the same kind while it does.
    const right = `${path}.${createHash('sha256').update(other.token).digest('hex').slice(0, 16)}`
    await claim(right, mine)
    try {
      if (read(path)?.token === other.token) unlinkSync(path)
    } finally {
      unlinkSync(right)
    }
  }
}

function create(path: string, mine: Claim): boolean {
  try {
    writeFileSync(path, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Who holds the lock; a file that stays unreadable counts as one of a dead owner. Undefined: the file is gone. */
async function settled(path: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const holder = read(path)
    if (!holder || holder.port > 0) return holder
    // It was created a moment ago, and its text is still being written.
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return read(path)
}

function read(path: string): Holder | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    const { ino, mtimeMs } = statSync(path)
    return parse(text) ?? { pid: 0, host: '', port: 0, token: `${ino} ${mtimeMs}` }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parse(text: string): Holder | undefined {
  try {
    const { pid, host, port, token } = JSON.parse(text)
    return Number.isInteger(port) && token ? { pid: Number(pid), host: String(host), port, token } : undefined
  } catch {
    return undefined
  }
}

/** Shows that the owner lives; puts the file back if someone took it away. */
function renew(path: string, mine: Claim): void {
  try {
    const holder = read(path)
    if (!holder) create(path, mine)
    else if (holder.token === mine.token) utimesSync(path, new Date(), new Date())
  } catch {
    // A disk that is full or gone: the database itself will say so, and the port still answers for this process.
  }
}

/** Whether the owner renews the file. */
async function beats(path: string, beatMs: number): Promise<boolean> {
  const timeOf = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const before = timeOf()
  await new Promise((resolve) => setTimeout(resolve, 2.5 * beatMs))
  return timeOf() !== before
}

/** Answers everyone who connects with `token`. */
function answerWith(token: string): Promise<{ server: Server; port: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ server: Server; port: number }>()
  const server = createServer((socket) => socket.on('error', () => socket.destroy()).end(token))
  server.on('error', reject)
  server.listen(0, '127.0.0.1', () => {
    server.unref()
    resolve({ server, port: (server.address() as { port: number }).port })
  })
  return promise
}

/** Whether the process that wrote the file still listens where it said. */
function answers({ port, token }: Holder): Promise<boolean> {
  if (port <= 0 || port > 65_535) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setTimeout(answerMs, () => socket.destroy())
  socket.on('data', (chunk) => {
    heard += chunk
    if (heard.length >= token.length) socket.destroy()
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => resolve(heard === token))
  return promise
}
