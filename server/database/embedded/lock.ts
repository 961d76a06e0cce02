/**
 * The lock of the embedded database's folder. PostgreSQL in WebAssembly writes its files itself and does not know other
 * processes, so two processes on one folder would overwrite each other's commits.
 *
 * Guarantees:
 * - A living process on this machine keeps its lock, even if it is suspended, paused or overloaded. It listens on a
 *   socket in the folder, and the kernel accepts connections there until the process has ended, also in other
 *   containers.
 * - An owner whose lock file was replaced or removed executes no further statement: the writing thread checks the file
 *   before each one (`createGuard`).
 *
 * Limits: a process on another machine that shares the folder over a network cannot be reached. It counts as dead if it
 * has not renewed the file for 2.5 × `beatMs`. If it was only frozen, such as a virtual machine, it still writes the
 * statement that it was executing when it resumes; the next statement is rejected.
 */
import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { isAlive, isSameMachine, ownIdentity, type ProcessIdentity } from './process.ts'

/**
 * The owner as recorded in the file. It listens on `socket`, a file in the folder, or if that is impossible on a port
 * of 127.0.0.1, and sends `answer` to everyone who connects.
 */
type Holder = ProcessIdentity & { token: string; answer: string; socket?: string; port?: number }

/** The lock as recorded in its file. `token` is different each time it is taken. */
export type Held = { path: string; token: string }

export type Lock = {
  held(): Held
  /** Takes a lost lock again. Throws FolderInUse if another process has it. */
  regain(): Promise<void>
  /** Calls `lost` with the reason, once per loss, when the file is gone or belongs to another process. */
  watch(lost: (reason: string) => void): void
  release(): void
}

/** The folder is in use by another process. */
export class FolderInUse extends Error {}

const answerMs = 1000
/** Systems allow about 104 bytes for a socket path, and silently truncate longer ones. */
const maxSocketPath = 100
const socketName = /^db\.[0-9a-f]{8}\.sock$/

/**
 * Takes the lock file `path` for this process, or throws FolderInUse. Replaces the file of an owner that has ended.
 * @param beatMs how often the file is renewed
 */
export async function takeLock(path: string, beatMs = 2000): Promise<Lock> {
  const listener = await listen(dirname(path))
  const mine = (): Holder => ({ ...ownIdentity(), ...listener.address, token: randomUUID() })
  let claimed = mine()
  try {
    await claim(path, claimed, beatMs)
  } catch (error) {
    listener.close()
    throw error
  }
  let lost: (reason: string) => void = () => {}
  let isReported = false
  const beat = setInterval(() => {
    const reason = renew(path, claimed.token)
    if (reason && !isReported) lost(reason)
    isReported = reason !== undefined
  }, beatMs).unref()
  return {
    held: () => ({ path, token: claimed.token }),
    async regain() {
      if (read(path)?.token === claimed.token) return
      const next = mine()
      await claim(path, next, beatMs)
      claimed = next
    },
    watch(callback) {
      lost = callback
    },
    release() {
      clearInterval(beat)
      if (read(path)?.token === claimed.token) unlinkSync(path)
      listener.close()
    },
  }
}

/**
 * Returns a function that says why the lock is lost, or undefined while it is held. It takes a few microseconds, and
 * keeps reporting a loss forever.
 */
export function createGuard({ path, token }: Held): () => string | undefined {
  let seen: string | undefined
  let lost: string | undefined
  return () => {
    if (lost) return lost
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    const now = stat && `${stat.ino} ${stat.size} ${stat.mtimeNs}`
    // Renewals change the file, but rarely enough to read it after each change.
    if (now === undefined || now !== seen) lost = reasonOfLoss(path, token)
    seen = now
    return lost
  }
}

function reasonOfLoss(path: string, token: string): string | undefined {
  const holder = read(path)
  if (!holder) return `its lock file ${path} was removed`
  if (holder.token !== token) return `its folder was taken over by process ${holder.pid} on ${holder.host}`
  return undefined
}

async function claim(path: string, mine: Holder, beatMs: number): Promise<void> {
  while (!create(path, mine)) {
    const other = await settled(path)
    if (!other) continue
    const refusal = await refusalOf(other, { path, mine, beatMs })
    if (refusal) throw new FolderInUse(refusal)
    // If several processes find the same dead owner, only one may remove its file: it holds a lock of the same kind
    // while it does.
    const right = `${path}.${createHash('sha256').update(other.token).digest('hex').slice(0, 16)}`
    await claim(right, mine, beatMs)
    try {
      if (read(path)?.token === other.token) unlinkSync(path)
      if (other.socket) rmSync(join(dirname(path), other.socket), { force: true })
    } finally {
      unlinkSync(right)
    }
  }
}

type Claim = { path: string; mine: Holder; beatMs: number }

/** Why the folder cannot be taken from this owner, as the end of a sentence. Undefined if the owner has ended. */
async function refusalOf(other: Holder, { path, mine, beatMs }: Claim): Promise<string | undefined> {
  const { pid, host } = other
  const inUse = `it is in use by process ${pid} on ${host}`
  const heard = await ask(other, dirname(path))
  if (heard === 'answer') return `${inUse}; stop that one first`
  const alive = isAlive(other, mine)
  if (heard === 'silence' && alive !== false) {
    // Unlike a file, a port may now belong to another process.
    const perhaps = other.socket || alive ? '' : `. If there is no such process, delete ${path}`
    return `${inUse}, which does not respond: it is suspended or overloaded. Resume or end it first${perhaps}`
  }
  // Containers share files of a machine, but not its ports.
  const isDecisive = other.socket !== undefined || process.platform !== 'linux'
  if (heard === 'nobody' && isDecisive && isSameMachine(other, mine)) return undefined
  if (alive !== undefined) return alive ? `${inUse}; stop that one first` : undefined
  return (await beats(path, beatMs)) ? `${inUse}; stop that one first` : undefined
}

function create(path: string, mine: Holder): boolean {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeFileSync(file, JSON.stringify(mine))
    return true
  } catch (error) {
    // The disk is full. An empty file would confuse the next start.
    unlinkSync(path)
    throw error
  } finally {
    closeSync(file)
  }
}

/**
 * The holder of the lock. A file that stays unreadable counts as that of a dead owner. Undefined if the file is gone.
 */
async function settled(path: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const holder = read(path)
    if (!holder || holder.pid > 0) return holder
    // The file was just created, and its content is still being written.
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return read(path)
}

function read(path: string): Holder | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    const { ino, mtimeMs } = statSync(path)
    return parse(text) ?? { pid: 0, host: '', token: `${ino} ${mtimeMs}`, answer: '' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parse(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text)
    const { pid, host, token, answer = token, socket, port } = holder
    const texts = [host, token, answer].every((field) => typeof field === 'string')
    const isThere = socket === undefined ? Number.isInteger(port) : socketName.test(socket)
    return Number.isInteger(pid) && pid > 0 && texts && isThere ? { ...holder, answer } : undefined
  } catch {
    return undefined
  }
}

/** Shows that the owner is alive. Returns the reason if the file is no longer its own. */
function renew(path: string, token: string): string | undefined {
  try {
    const reason = reasonOfLoss(path, token)
    if (!reason) utimesSync(path, new Date(), new Date())
    return reason
  } catch {
    // If the disk is full or gone, the database reports it, and the socket still proves that this process is alive.
    return undefined
  }
}

/** Whether the owner renews the file. */
async function beats(path: string, beatMs: number): Promise<boolean> {
  const timeOf = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const before = timeOf()
  await new Promise((resolve) => setTimeout(resolve, 2.5 * beatMs))
  return timeOf() !== before
}

type Listener = { address: { answer: string; socket: string } | { answer: string; port: number }; close(): void }

/** Accepts connections while this process lives: on a socket file in the folder if possible, otherwise on a port. */
async function listen(folder: string): Promise<Listener> {
  const answer = randomUUID()
  const socket = `db.${answer.slice(0, 8)}.sock`
  const file = join(folder, socket)
  if (process.platform !== 'win32' && Buffer.byteLength(file) <= maxSocketPath) {
    // Some file systems do not support sockets, such as a folder that a container shares with another system.
    const server = await bind({ path: file }, answer).catch(() => undefined)
    const close = () => {
      server?.close()
      rmSync(file, { force: true })
    }
    if (server) return { address: { answer, socket }, close }
  }
  const server = await bind({ host: '127.0.0.1', port: 0 }, answer)
  return { address: { answer, port: (server.address() as { port: number }).port }, close: () => void server.close() }
}

function bind(where: { path: string } | { host: string; port: number }, answer: string): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  const server = createServer((socket) => socket.on('error', () => socket.destroy()).end(answer))
  server.on('error', reject)
  server.listen(where, () => resolve(server.unref()))
  return promise
}

/**
 * `silence`: a connection is accepted, or at least not refused, but nothing is sent. `nobody`: it is refused, or
 * another process answers. `unknown`: there is nothing to connect to.
 */
type Heard = 'answer' | 'silence' | 'nobody' | 'unknown'

function ask({ socket: name, port = 0, answer }: Holder, folder: string): Promise<Heard> {
  if (!name && (port <= 0 || port > 65_535)) return Promise.resolve('nobody')
  const { promise, resolve } = Promise.withResolvers<Heard>()
  const socket = connect(name ? { path: join(folder, name) } : { host: '127.0.0.1', port })
  let text = ''
  let heard: Heard = 'silence'
  socket.setTimeout(answerMs, () => socket.destroy())
  socket.on('data', (chunk) => {
    text += chunk
    heard = text === answer ? 'answer' : answer.startsWith(text) ? 'silence' : 'nobody'
    if (heard !== 'silence') socket.destroy()
  })
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNREFUSED') heard = 'nobody'
    if (code === 'ENOENT') heard = 'unknown'
    socket.destroy()
  })
  socket.on('close', () => resolve(heard))
  return promise
}
