import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Body, until } from '../support/chat.ts'
import { type Client, createClient } from '../support/client.ts'
import { type Server, startServer } from '../support/server.ts'

const document = readFileSync('docs/webhooks.md', 'utf8')

let server: Server
let desk: Client
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'receivers-'))
  server = await startServer({ config: { outbound: { allow: ['127.0.0.1'] } } })
  desk = createClient(server)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** How each receiver of the document is checked for, prepared and started. PHP's own server gets its port as an argument. */
const languages = [
  { name: 'ts', file: 'receiver.ts', probe: [process.execPath, '--version'], run: [process.execPath, 'receiver.ts'] },
  { name: 'python', file: 'receiver.py', probe: ['python3', '--version'], run: ['python3', 'receiver.py'] },
  {
    name: 'php',
    file: 'receiver.php',
    probe: ['php', '--version'],
    run: ['php', '-q', '-S', '127.0.0.1:PORT', 'receiver.php'],
  },
  {
    name: 'go',
    file: 'receiver.go',
    probe: ['go', 'version'],
    // Go compiles its whole library first on a new machine, which takes a third less without optimizations.
    build: ['go', 'build', '-gcflags=all=-N -l', '-o', 'receiver-go', 'receiver.go'],
    run: ['./receiver-go'],
  },
]

const codeOf = (language: string, indent = ''): string =>
  new RegExp(`^${indent}\`\`\`${language}\\n([\\s\\S]*?)^${indent}\`\`\`$`, 'm').exec(document)?.[1] ?? ''

const isInstalled = ([file = '', ...args]: string[]) => spawnSync(file, args).status === 0

type Receiver = { child: ChildProcess; url: string; lines: string[] }
let running: Receiver | undefined

afterEach(async () => {
  if (!running) return
  const { child } = running
  running = undefined
  const ended = once(child, 'close')
  process.kill(child.pid!)
  await ended
})

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Starts a receiver as it is printed in the document. */
async function start(run: string[], port: number, secret: string): Promise<Receiver> {
  const [file = '', ...args] = run.map((part) => part.replace('PORT', String(port)))
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret, TMPDIR: folder }
  const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
  const lines: string[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line))
  running = { child, url: `http://127.0.0.1:${port}`, lines }
  await until(() => accepts(port))
  return running
}

const signed = (secret: string, timestamp: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** Sends a delivery once more, with changes, and returns the status. */
async function sendAgain(url: string, { headers, body }: { headers: Record<string, string>; body: string }) {
  return (await fetch(url, { method: 'POST', headers, body })).status
}

test.each(languages)('the receiver in $name has at most 25 lines', ({ name }) => {
  const lines = codeOf(name).trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.length).toBeLessThanOrEqual(25)
})

/** Those that this machine can run. Node always can. */
const runnable = languages.filter(({ probe }) => isInstalled(probe))

describe.each(runnable)('the receiver in $name', ({ name, file, build, run }) => {
  beforeAll(async () => {
    writeFileSync(join(folder, file), codeOf(name))
    if (build) await promisify(execFile)(build[0]!, build.slice(1), { cwd: folder })
  })

  test('accepts what is right, refuses what is not, and ignores repeats', async () => {
    const port = await freePort()
    const made = (await desk.post('/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['lead.captured'] })).body
    const { url, lines } = await start(run, port, made.secret)
    const deliveries = async (): Promise<Body[]> => (await desk.get(`/webhooks/${made.id}/deliveries`)).body.deliveries
    const arrives = async (count: number) => {
      await until(async () => (await deliveries()).length === count)
      const [last] = await deliveries()
      expect([last!.ok, last!.error]).toEqual([true, null])
      return last!
    }

    await desk.post('/leads', { name: 'Ada Grüße 世界' })
    const first = await arrives(1)
    await until(() => lines.length === 1)
    expect(lines).toEqual([`lead.captured ${first.eventId}`])

    await desk.post(`/webhooks/${made.id}/deliveries/${first.id}/redeliver`)
    await arrives(2)

    // The earlier secret signs for a day, so a receiver that has not got the new one yet still accepts.
    await desk.call('PATCH', `/webhooks/${made.id}`, { body: { rotateSecret: true } })
    await desk.post('/leads', { name: 'Ben' })
    const rotated = await arrives(3)
    await until(() => lines.length === 2)
    expect(lines[1]).toBe(`lead.captured ${rotated.eventId}`)

    const { headers, body } = first.request
    expect(headers['x-svc-signature']).toBe(signed(made.secret, headers['x-svc-timestamp'], body))
    const forged = { ...headers, 'x-svc-delivery': 'evt_0000000000000999' }
    const old = String(Math.floor(Date.now() / 1000) - 301)
    for (const wrong of [
      { headers, body: body.replace('Ada', 'Adb') },
      { headers: { ...headers, 'x-svc-timestamp': old, 'x-svc-signature': signed(made.secret, old, body) }, body },
      { headers: { ...headers, 'x-svc-timestamp': `${Number(headers['x-svc-timestamp']) + 1}` }, body },
      { headers: { ...headers, 'x-svc-timestamp': '' }, body },
      { headers: { ...headers, 'x-svc-signature': '' }, body },
      { headers: { ...headers, 'x-svc-signature': signed('', headers['x-svc-timestamp'], body) }, body },
    ])
      expect(await sendAgain(url, wrong)).toBe(401)
    // The header with the id is not signed, so another one does not make a repeat new.
    expect(await sendAgain(url, { headers: forged, body })).toBeLessThan(300)
    expect(lines).toHaveLength(2)
  })
})

test('the code for Zapier passes on what is right only', () => {
  const code = codeOf('js', '   ')
  const timestamp = String(Math.floor(Date.now() / 1000))
  const body = JSON.stringify({ id: 'evt_1', type: 'lead.captured', data: { name: 'Grüße' } })
  const right = { body, timestamp, secret: 'whsec_a', signature: signed('whsec_a', timestamp, body) }
  const outputOf = (inputData: typeof right): unknown => {
    const world = { inputData, require: createRequire(import.meta.url), Buffer, output: undefined }
    runInNewContext(code, world)
    return JSON.parse(JSON.stringify(world.output))
  }
  expect(outputOf(right)).toEqual([JSON.parse(body)])
  for (const wrong of [{ body: body.replace('1', '2') }, { timestamp: '1767225600' }, { signature: 'sha256=' }])
    expect(outputOf({ ...right, ...wrong })).toEqual([])
})

describe('the test vectors', () => {
  const fields = [...document.matchAll(/^(secret|timestamp|body|signature) {1,}(.*)$/gm)].map(([, name, value]) => ({
    name: name!,
    value: value === '(empty)' ? '' : value!,
  }))
  const all = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value)
  const [secret = ''] = all('secret')
  const [timestamp = ''] = all('timestamp')
  const vectors = all('body').map((body, place) => [body, all('signature')[place]] as const)

  test('have the signatures that the product computes', () => {
    expect(vectors).toHaveLength(3)
    for (const [body, signature] of vectors) expect(signature).toBe(signed(secret, timestamp, body))
  })

  const openssl = isInstalled(['openssl', 'version']) ? ['openssl'] : []
  test.for(openssl)('have the signatures that %s computes', () => {
    for (const [body, signature] of vectors) {
      const input = `${timestamp}.${body}`
      const output = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input, encoding: 'utf8' })
      expect(`sha256=${output.trim().split(' ').at(-1)}`).toBe(signature)
    }
  })
})
