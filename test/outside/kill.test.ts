import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { commandFor } from '../support/command.ts'
import { findHalfDone, findLost, killWhileWriting, nothingYet } from '../support/kill.ts'
import { end, type Lines, launch } from '../support/process.ts'
import { runProgram } from '../support/program.ts'
import { suspend } from '../support/reader-process.ts'
import { type Server, startServer } from '../support/server.ts'

const noLimits = { settings: { security: { limits: { messagesPerSitePerDay: 1_000_000 } } } }

test('after three kill -9 during writes and chats, everything acknowledged is stored and nothing is half done', async () => {
  await using server = await startServer({ config: { sites: [{ id: 'shop' }], ai: { provider: 'none' } } })
  expect((await call(server, 'PUT', '/api/v1/settings', noLimits)).status).toBe(200)
  const seen = nothingYet()
  for (let round = 1; round <= 3; round++) {
    await killWhileWriting(server, seen, 60)
    expect(await findLost(server, seen)).toEqual([])
  }
  expect(seen.conversations.length).toBeGreaterThan(3)
  expect(await findHalfDone(server)).toEqual([])
}, 180_000)

if (process.env.TEST_DATABASE !== 'server') {
  const config = { sites: [{ id: 'shop' }], ai: { provider: 'none' } }
  const start = (server: Pick<Server, 'url' | 'adminKey'>) => call(server, 'POST', '/api/v1/conversations', {})
  const programOf = ({ dataDir, env }: Server) =>
    commandFor(process.env.TEST_RUNTIME === 'deno' ? 'deno' : 'node', dataDir, env.SVC_CONFIG as string)
  const missing = async (server: Server, conversations: string[]) => {
    const statuses = conversations.map((id) => call(server, 'GET', `/api/v1/conversations/${id}`))
    return (await Promise.all(statuses)).filter(({ status }) => status !== 200)
  }

  test('a server that is suspended during writes keeps its data folder, and loses nothing', async () => {
    await using server = await startServer({ config })
    const acknowledged: string[] = []
    const writeUntil = async (count: number) => {
      while (acknowledged.length < count) {
        const { status, body } = await start(server)
        expect(status).toBe(201)
        acknowledged.push(body.id)
      }
    }
    const writers = Array.from({ length: 4 }, () => writeUntil(60))
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
    await suspend(server.pid)
    try {
      const { status, stdout, stderr } = await runProgram(programOf(server), { ...server.env, PORT: '0' })
      expect([status, stdout]).toEqual([1, ''])
      const owner = `in use by process ${server.pid} on ${hostname()}, which does not respond: it is suspended or overloaded`
      expect(stderr).toContain(owner)
    } finally {
      process.kill(server.pid, 'SIGCONT')
    }
    await Promise.all(writers)
    await server.kill9()
    await server.restart()
    expect(await missing(server, acknowledged)).toEqual([])
  }, 180_000)

  test('a server whose data folder was taken returns 503 and writes nothing until it has the folder again', async () => {
    await using server = await startServer({ config })
    const acknowledged = [(await start(server)).body.id as string]
    await suspend(server.pid)
    rmSync(join(server.dataDir, 'db.lock'))
    const lines: Lines = { stdout: [], stderr: [] }
    const second = await launch(programOf(server), { ...server.env, PORT: '0' }, lines)
    const other = { url: second.url, adminKey: server.adminKey }
    try {
      acknowledged.push((await start(other)).body.id)
      process.kill(server.pid, 'SIGCONT')
      expect((await start(server)).status).toBe(503)
      acknowledged.push((await start(other)).body.id)
      expect((await start(server)).status).toBe(503)
      await expect.poll(() => server.stderr.join('\n')).toContain(`taken over by process ${second.child.pid}`)
    } finally {
      await end(second, 'SIGTERM')
    }
    await expect.poll(async () => (await start(server)).status, { timeout: 60_000 }).toBe(201)
    expect(await missing(server, acknowledged)).toEqual([])
  }, 180_000)
}
