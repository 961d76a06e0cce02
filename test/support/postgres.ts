import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { scratch } from './scratch.ts'

/** A PostgreSQL server for the tests, on a free port of 127.0.0.1. */
export type PostgresServer = {
  /** The administrator's address with the password. */
  url: string
  /** Restarts it after `crash`, on the same port, with the same data. */
  start(): Promise<void>
  /** Ends it abruptly like a failure: all connections break. */
  crash(): Promise<void>
  /** Suspends all its processes: connections stay open, but nothing responds. */
  pause(): void
  resume(): void
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

type Options = {
  /**
   * Wait for the disk at each commit. Commits are faster without it, and a crash of only the server still loses
   * nothing.
   */
  fsync?: boolean
  /** Further settings of postgresql.conf, such as `{ max_connections: '5' }`. */
  settings?: Record<string, string>
  /** Enables TLS with these PEM texts. */
  tls?: { certificate: string; key: string }
}

type Account = { uid: number; gid: number }

/** The folder with `postgres` and `initdb` of the newest version on this machine. */
export function findPostgres(): string | undefined {
  const versioned = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionOf(b) - versionOf(a))
  const folders = [...versioned, ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => ['postgres', 'initdb'].every((name) => existsSync(join(folder, name))))
}

const versionOf = (folder: string) => Number(/postgresql\/(\d+)/.exec(folder)?.[1] ?? 0)

/**
 * Creates and starts a server. As root it runs as the user `postgres` or `nobody`, because PostgreSQL refuses to run as
 * root.
 */
export async function startPostgres({ fsync = false, settings = {}, tls }: Options = {}): Promise<PostgresServer> {
  const binaries = findPostgres()
  if (!binaries) throw new Error('this machine has no PostgreSQL server (postgres and initdb)')
  const account = process.getuid?.() === 0 ? unprivileged() : undefined
  // The user must be able to reach the folder, so it cannot be in root's private temporary folder.
  const open = scratch()
  const folder = mkdtempSync(join(account && open === tmpdir() ? '/tmp' : open, 'frontdesk-postgres-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const write = (name: string, text: string) => writePrivate(join(folder, name), text, account)
  const password = randomUUID()
  initialise(binaries, folder, write('password', password), account)
  const port = await freePort()
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    fsync: fsync ? 'on' : 'off',
    ...(tls && {
      ssl: 'on',
      ssl_cert_file: write('tls.crt', tls.certificate),
      ssl_key_file: write('tls.key', tls.key),
    }),
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  let server = await run(binaries, folder, flags, account)
  // If the test process fails, the server ends with it.
  const abandon = () => {
    signalAll(server, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  process.on('exit', abandon)
  const crash = async () => {
    resumeAll(server)
    await end(server, 'SIGQUIT')
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async start() {
      server = await run(binaries, folder, flags, account)
    },
    crash,
    pause: () => signalAll(server, 'SIGSTOP'),
    resume: () => resumeAll(server),
    async stop() {
      await crash()
      process.off('exit', abandon)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function unprivileged(): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = ['postgres', 'nobody'].map((name) => accounts.find((fields) => fields[0] === name)).find(Boolean)
  if (!account) throw new Error('neither the user postgres nor nobody exists, and PostgreSQL refuses to run as root')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

/** Writes a file that only the server's user can read, and returns its path. */
function writePrivate(path: string, text: string, account: Account | undefined): string {
  writeFileSync(path, text, { mode: 0o600 })
  if (account) chownSync(path, account.uid, account.gid)
  return path
}

function initialise(binaries: string, folder: string, passwordFile: string, account: Account | undefined): void {
  chmodSync(folder, 0o700)
  const settings = ['--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync', '--auth=scram-sha-256']
  execFileSync(join(binaries, 'initdb'), ['-D', join(folder, 'data'), `--pwfile=${passwordFile}`, ...settings], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** Starts the server process. Resolves when it is ready. */
function run(binaries: string, folder: string, flags: string[], account: Account | undefined): Promise<ChildProcess> {
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>()
  const server = spawn(join(binaries, 'postgres'), ['-D', join(folder, 'data'), ...flags], {
    ...account,
    cwd: folder,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-10_000)
    if (said.includes('ready to accept connections')) resolve(server)
  })
  server.on('error', reject)
  server.on('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
  return promise
}

function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.once('exit', () => resolve())
  process.kill(server.pid!, signal)
  return promise
}

const resumeAll = (server: ChildProcess) => signalAll(server, 'SIGCONT')

/** Signals the server and its children, which lead their own process groups. */
function signalAll(server: ChildProcess, signal: NodeJS.Signals): void {
  if (server.exitCode !== null || server.signalCode !== null) return
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const children = lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === server.pid)
  for (const pid of [server.pid!, ...children.map(([child]) => child!)]) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      // It ended in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer()
  probe.on('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as { port: number }
    probe.close(() => resolve(port))
  })
  return promise
}
