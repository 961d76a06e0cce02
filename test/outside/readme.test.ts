import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEvents } from '../support/chat.ts'
import { type Client, createClient } from '../support/client.ts'
import { type Server, startServer } from '../support/server.ts'

const readme = readFileSync('README.md', 'utf8')
const texts = [readme, readFileSync('docs/events.md', 'utf8')].join('\n')
const port = 'http://127.0.0.1:8787'

let server: Server
let desk: Client
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readme-'))
  server = await startServer()
  desk = createClient(server)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** The code block of the README, or of the events documentation, that contains this text. */
function blockWith(text: string): string {
  const block = [...texts.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)]
    .map((match) => match[1]!)
    .find((code) => code.includes(text))
  if (block === undefined) throw new Error(`the README has no code with ${text}`)
  return block
}

/** Runs the example as a reader would, until it has printed this many chat events. @returns their types */
async function follow(count: number): Promise<string[]> {
  const env = { ...process.env, KEY: server.adminKey, FRONTDESK: server.url }
  const child = spawn(process.execPath, ['follow.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  try {
    const types: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      const type = /^evt_\d+ ((?:conversation|message)\.\S+)/.exec(line)?.[1]
      if (type) types.push(type)
      if (types.length >= count) break
    }
    // Printed events were handled, but their position may not be stored yet, and others may still come.
    await expect.poll(hasKeptAll).toBe(true)
    return types
  } finally {
    process.kill(child.pid!)
    await ended
  }
}

const position = () => join(folder, 'after.txt')

async function hasKeptAll(): Promise<boolean> {
  const { next } = (await desk.get('/events?limit=500')).body
  return existsSync(position()) && readFileSync(position(), 'utf8') === next
}

test('the example that follows events runs as printed, and continues where it stopped', async () => {
  const code = blockWith('/api/v1/events')
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(22)
  writeFileSync(join(folder, 'follow.mjs'), code)
  // Another try begins with what comes from now on.
  if (existsSync(position())) writeFileSync(position(), (await desk.get('/events?limit=500')).body.next)
  await desk.post('/conversations', { message: 'Hello' })
  const first = await follow(3)
  expect(first).toEqual(['conversation.started', 'message.received', 'message.sent'])
  const { id } = (await desk.post('/conversations')).body
  await desk.post(`/conversations/${id}/end`)
  expect(await follow(3)).toEqual(['conversation.started', 'message.sent', 'conversation.ended'])
})

test('the command that asks a question gets a stream', async () => {
  const command = blockWith('curl -N').replaceAll('$ADMIN_API_KEY', server.adminKey)
  const [, url] = /(http:\S+)/.exec(command)!
  const headers = [...command.matchAll(/-H (["'])(.*?)\1/g)].map((match) => match[2]!.split(': ') as [string, string])
  const body = /-d '(.*)'/.exec(command)![1]!
  // curl's default content type for a body.
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const address = url!.replace(port, server.url)
  // On a busy machine, the server is ready before it has learned its demo.
  await expect.poll(async () => (await desk.get('/knowledge/status')).body.run?.status).toBe('done')
  const response = await fetch(address, { method: 'POST', headers: { ...type, ...Object.fromEntries(headers) }, body })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    201,
    expect.stringContaining('event-stream'),
  ])
  const events = await allEvents(response)
  expect(events.at(-1)).toMatchObject({ event: 'done', data: { messages: [{ text: expect.stringContaining('£14') }] } })
})

test('every URL and script in the README exists', async () => {
  const paths = [...readme.matchAll(/`(?:http:\/\/127\.0\.0\.1:8787|GET )?(\/[a-z][^`]*)`/g)].map((match) => match[1]!)
  expect(paths).toContain('/demo/')
  for (const path of paths) expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200])
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const named = [...readme.matchAll(/npm (?:run (\w+)|(start|test))\b/g)].map((match) => match[1] ?? match[2]!)
  expect(named).toContain('svc')
  for (const name of named) expect(Object.keys(scripts)).toContain(name)
})

test('a server starts with the example configuration file', async () => {
  const config = JSON.parse(readFileSync('frontdesk.config.example.json', 'utf8')) as Record<string, unknown>
  await using started = await startServer({ config })
  const { status, body } = await createClient(started).get('/settings?site=shop')
  expect([status, body.settings]).toMatchObject([200, { businessName: 'The Shop', botName: 'Ada' }])
})
