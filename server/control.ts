import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { CommandError } from './commands/command.ts'
import { commands, type Entry } from './commands/commands.ts'
import { type Answer, maxRequestLength, Request, readLines, writeLine } from './control-lines.ts'
import { createSpool } from './control-spool.ts'
import type { Services } from './core/context.ts'
import { AppError } from './core/error.ts'

export type Control = { close(): Promise<void> }

const maxConnections = 8
const requestWithin = 10_000

/** The socket on which commands reach the server that holds this folder's embedded database. */
export const controlPath = (dataDir: string): string => join(dataDir, 'control.sock')

/**
 * Runs commands of this machine in the server while it holds the embedded database, over a local socket for this user
 * only. With a database server, commands open the database themselves. If the socket cannot be created, the server runs
 * without it and logs a warning.
 */
export async function openControl(services: Services): Promise<Control> {
  if (services.database.kind !== 'embedded') return { close: async () => {} }
  const running = new Set<Promise<void>>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const served = serve(services, socket).finally(() => {
      sockets.delete(socket)
      running.delete(served)
    })
    running.add(served)
  })
  server.maxConnections = maxConnections
  const path = controlPath(services.config.dataDir)
  try {
    await listen(server, services.config.dataDir, path)
  } catch (err) {
    services.log.warn({ err, path }, 'commands cannot reach this server: stop it before you use them')
    return { close: async () => {} }
  }
  return {
    async close() {
      rmSync(path, { force: true })
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await Promise.all([closed, ...running])
    },
  }
}

/**
 * Creates the socket in a private folder and moves it into place once its mode is set. An existing socket is stale,
 * because only one process holds the database's folder.
 */
async function listen(server: Server, dataDir: string, path: string): Promise<void> {
  const folder = mkdtempSync(join(dataDir, '.control-'))
  const unfinished = join(folder, 's')
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(unfinished, resolve)
    })
    chmodSync(unfinished, 0o600)
    renameSync(unfinished, path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function serve(services: Services, socket: Socket): Promise<void> {
  // The client may disconnect at any time, which the next write reports.
  socket.on('error', () => socket.destroy())
  socket.setTimeout(requestWithin, () => socket.destroy())
  try {
    const lines = readLines(socket, maxRequestLength)
    const { value: line, done } = await lines.next()
    if (done) return
    socket.setTimeout(0)
    await carryOut(services, socket, JSON.parse(line))
  } catch (err) {
    services.log.warn({ err }, 'a request on the control socket was interrupted')
  } finally {
    socket.destroy()
  }
}

async function carryOut(services: Services, socket: Socket, asked: unknown): Promise<void> {
  const spool = createSpool(services.config.dataDir)
  const say = (answer: Answer) => writeLine(socket, answer)
  const send = (answer: Answer) => void say(answer).catch(() => socket.destroy())
  const refuseGone = () => {
    if (socket.destroyed) throw new CommandError('The command was interrupted.')
  }
  try {
    const { task: name, input } = Request.parse(asked)
    const { task } = Object.hasOwn(commands, name) ? (await (commands[name] as Entry).load()).command : {}
    if (!task) throw new CommandError(`The server does not know the task ${name}, because it has a different version.`)
    await task.run(services, input, {
      line: (line) => send({ line }),
      note: (note) => send({ note }),
      data(bytes) {
        refuseGone()
        return spool.write(bytes)
      },
    })
    for await (const piece of spool.read()) await say({ data: piece.toString('base64') })
    await say({ end: {} })
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof AppError))
      services.log.error({ err: error }, 'a command failed')
    if (!socket.destroyed) await say({ end: { error: (error as Error).message } })
  } finally {
    await spool.close()
  }
}
