import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { CommandError } from './commands/command.ts'
import { commands, type Entry } from './commands/commands.ts'
import { type Answer, longestRequest, Request, readLines, writeLine } from './control-lines.ts'
import { createSpool } from './control-spool.ts'
import type { Parts } from './core/context.ts'
import { Refusal } from './core/error.ts'

export type Control = { close(): Promise<void> }

const mostConnections = 8
const requestWithin = 10_000

/** Where commands reach the server that holds the embedded database of this folder. */
export const controlPath = (dataDir: string): string => join(dataDir, 'control.sock')

/**
 * Lets commands on this machine be carried out here while this server holds the embedded database: a local socket for this
 * user alone. On a database server, commands open the database themselves. Where the socket cannot be made, the server
 * runs without, and says so in its log.
 */
export async function openControl(parts: Parts): Promise<Control> {
  if (parts.database.kind !== 'embedded') return { close: async () => {} }
  const running = new Set<Promise<void>>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const served = serve(parts, socket).finally(() => {
      sockets.delete(socket)
      running.delete(served)
    })
    running.add(served)
  })
  server.maxConnections = mostConnections
  const path = controlPath(parts.config.dataDir)
  try {
    await listen(server, parts.config.dataDir, path)
  } catch (err) {
    parts.log.warn({ err, path }, 'commands cannot reach this server: stop it before you use them')
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
 * Makes the socket in a folder that nobody else may enter, and moves it to its place once its mode is set. One that is
 * there was left behind: whoever holds the database's folder is alone.
 */
async function listen(server: Server, dataDir: string, path: string): Promise<void> {
  const folder = mkdtempSync(join(dataDir, '.control-'))
  const begun = join(folder, 's')
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(begun, resolve)
    })
    chmodSync(begun, 0o600)
    renameSync(begun, path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function serve(parts: Parts, socket: Socket): Promise<void> {
  // Whoever asked may leave at any time; the next write tells.
  socket.on('error', () => socket.destroy())
  socket.setTimeout(requestWithin, () => socket.destroy())
  try {
    const lines = readLines(socket, longestRequest)
    const { value: line, done } = await lines.next()
    if (done) return
    socket.setTimeout(0)
    await carryOut(parts, socket, JSON.parse(line))
  } catch (err) {
    parts.log.warn({ err }, 'a request on the control socket was broken off')
  } finally {
    socket.destroy()
  }
}

async function carryOut(parts: Parts, socket: Socket, asked: unknown): Promise<void> {
  const spool = createSpool(parts.config.dataDir)
  const say = (answer: Answer) => writeLine(socket, answer)
  const tell = (answer: Answer) => void say(answer).catch(() => socket.destroy())
  const refuseGone = () => {
    if (socket.destroyed) throw new CommandError('The command was broken off.')
  }
  try {
    const { task: name, input } = Request.parse(asked)
    const { task } = Object.hasOwn(commands, name) ? (await (commands[name] as Entry).load()).command : {}
    if (!task) throw new CommandError(`The server does not know the task ${name}: it is of another version.`)
    await task.run(parts, input, {
      line: (line) => tell({ line }),
      note: (note) => tell({ note }),
      data(bytes) {
        refuseGone()
        return spool.write(bytes)
      },
    })
    for await (const piece of spool.read()) await say({ data: piece.toString('base64') })
    await say({ end: {} })
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof Refusal))
      parts.log.error({ err: error }, 'a command failed')
    if (!socket.destroyed) await say({ end: { error: (error as Error).message } })
  } finally {
    await spool.close()
  }
}
