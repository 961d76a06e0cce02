import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maxSiteBytes } from '../server/core/blobs.ts'
import { type Body, type ChatWorld, createChatWorld, eventsOf, nextEvent } from './support/chat.ts'
import { chatModel, type OllamaChat } from './support/fake-ollama.ts'
import { docxOf } from './support/files.ts'
import { idle } from './support/idle.ts'
import { at, type Chat, createPage, page } from './support/page.ts'
import { questionIn } from './support/quote.ts'
import { runTask } from './support/tasks.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person
const { send, start, follow, history } = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerIpPerMinute: 10_000, messagesPerSitePerDay: 100_000 } } })
  anna = await addPerson(world, 'Anna Adler')
})
afterAll(() => world.close())
beforeEach(() => accept({}))

const accept = (files: Body) =>
  world.set({
    files: { chat: 'always', perConversation: 5, maxChatMb: 1, aiSeesPhotos: false, visionModel: '', ...files },
  })

/** A valid PNG header of this size; nobody decodes it here. */
const png = (width = 40, height = 30, bytes = 100): Buffer => {
  const image = Buffer.alloc(bytes)
  image.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  image.writeUInt32BE(width, 16)
  image.writeUInt32BE(height, 20)
  return image
}

type Sent = {
  name?: string
  bytes?: string | Uint8Array
  text?: string
  clientMessageId?: string
  lastSeenMessageId?: string
}

function formOf({ name = 'photo.png', bytes = png(), ...fields }: Sent): FormData {
  const form = new FormData()
  form.append('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return form
}

/** Sends a file like the widget. */
const upload = ({ id, token }: Pick<Chat, 'id' | 'token'>, sent: Sent = {}) =>
  fetch(`${world.url}/chat${at(id, 'files')}`, {
    method: 'POST',
    headers: { origin: page, authorization: `Bearer ${token}` },
    body: formOf(sent),
  })

/** Sends a file like the dashboard. */
const answer = (id: string, sent: Sent = {}, key = anna.token) =>
  fetch(`${world.url}/api/v1${at(id, 'files')}?site=demo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: formOf(sent),
  })

const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as Body
  return [response.status, error.reason]
}
const fileOf = async (id: string) => (await world.stored(id)).findLast(({ file }) => file)?.file
const blobs = async () => {
  const { sql } = world.services.database
  return [(await sql`select from blobs`).length, (await sql`select from file_parts`).length]
}

describe('a visitor’s file', () => {
  test('is a message, which the team reads and downloads, and so does the visitor', async () => {
    const chat = await start()
    const bytes = png(40, 30, 700_000)
    const reply = await upload(chat, { name: 'my bike.png', bytes, text: 'The chain broke', clientMessageId: 'c1' })
    expect(reply.status).toBe(200)
    const stored = (await world.stored(chat.id)).findLast(({ role }) => role === 'user') as Body
    const file = {
      id: expect.stringMatching(/^cfile_/),
      name: 'my bike.png',
      type: 'image/png',
      size: 700_000,
      width: 40,
      height: 30,
    }
    expect(stored).toMatchObject({ type: 'text', text: 'The chain broke', clientMessageId: 'c1', file })
    expect((await history(chat)).messages.at(-2)).toMatchObject({ id: stored.id, file })
    const received = (await world.emitted(chat.id)).findLast(({ type }) => type === 'message.received') as Body
    expect(received.data).toMatchObject({ messageId: stored.id, file })
    const path = at(chat.id, `files/${stored.file.id}`)
    const own = await send('GET', path, { token: chat.token })
    const theirs = await fetch(`${world.url}/api/v1${path}?site=demo`, {
      headers: { authorization: `Bearer ${anna.token}` },
    })
    expect(own.headers.get('access-control-allow-origin')).toBe(page)
    for (const response of [own, theirs]) {
      expect(response.status).toBe(200)
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename="my bike.png"',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
      })
    }
  })

  test('is stored with its hash, its detected type and its owner, and no claim of the sender', async () => {
    const chat = await start()
    const form = new FormData()
    form.append('file', new File([new Uint8Array(png())], 'a.png', { type: 'text/html' }))
    const headers = { origin: page, authorization: `Bearer ${chat.token}` }
    await fetch(`${world.url}/chat${at(chat.id, 'files')}`, { method: 'POST', headers, body: form })
    const { id } = await fileOf(chat.id)
    const { sql } = world.services.database
    const [blob] = await sql`select * from blobs where owner_id = ${id}`
    expect(blob).toEqual({
      ...{ id: expect.stringMatching(/^blob_/), site: 'demo', size: 100, type: 'image/png' },
      ...{ owner_kind: 'chat_file', owner_id: id, created_at: world.clock.now() },
      hash: createHash('sha256').update(png()).digest('hex'),
    })
  })

  test('without a word is called by its name, and the assistant says that it cannot look into it', async () => {
    const chat = await start()
    const { messages } = (await (await upload(chat)).json()) as Body
    expect(messages).toMatchObject([{ role: 'agent', text: expect.stringContaining('I cannot look into it') }])
    expect((await world.stored(chat.id)).at(-2)).toMatchObject({ role: 'user', text: 'photo.png' })
  })

  test('sent twice with one clientMessageId is stored once', async () => {
    const chat = await start()
    const [blobsBefore] = await blobs()
    await upload(chat, { clientMessageId: 'twice' })
    await upload(chat, { clientMessageId: 'twice' })
    expect((await world.stored(chat.id)).filter(({ file }) => file)).toHaveLength(1)
    expect((await blobs())[0]).toBe(blobsBefore! + 1)
  })

  test('is refused while files are off, and before the team handles the chat if the site wants that', async () => {
    const chat = await start()
    await accept({ chat: 'off' })
    expect(await errorOf(await upload(chat))).toEqual([403, 'files_off'])
    await accept({ chat: 'live' })
    expect(await errorOf(await upload(chat))).toEqual([403, 'files_live_only'])
    await anna.post(at(chat.id, 'takeover'))
    expect((await upload(chat)).status).toBe(200)
    const site = async () => ((await (await send('GET', '/site?site=demo')).json()) as Body).files
    expect(await site()).toEqual({ when: 'live', maxMb: 1 })
    await accept({ chat: 'off' })
    expect(await site()).toBeUndefined()
  })

  test('is refused beyond the site’s number and size, and leaves no bytes behind', async () => {
    const chat = await start()
    await accept({ perConversation: 1 })
    expect((await upload(chat)).status).toBe(200)
    const before = await blobs()
    expect(await errorOf(await upload(chat, { bytes: png(40, 30, 900_000) }))).toEqual([409, 'too_many_files'])
    expect(await errorOf(await upload(await start(), { bytes: png(40, 30, 1_100_000) }))).toEqual([413, 'too_large'])
    expect(await blobs()).toEqual(before)
  })

  test.each<[string, Sent]>([
    ['whose name says something else', { name: 'page.html', bytes: '<script>alert(1)</script>' }],
    ['that is an SVG', { name: 'logo.svg', bytes: '<svg onload="alert(1)"/>' }],
    ['that is a program named like an image', { name: 'photo.png', bytes: 'MZ\u0000\u0000' }],
    ['that is HTML named like an image', { name: 'photo.jpg', bytes: '<html>' }],
    ['that is empty', { name: 'empty.txt', bytes: '' }],
    ['with more pixels than a screen can hold', { bytes: png(60_000, 60_000) }],
    ['whose header ends too early', { bytes: png().subarray(0, 12) }],
    ['without an extension', { name: 'photo' }],
  ])('%s is refused [threat 14]', async (_, sent) => {
    const before = await blobs()
    expect(await errorOf(await upload(await start(), sent))).toEqual([400, 'file_not_accepted'])
    expect(await blobs()).toEqual(before)
  })

  test('keeps a harmless name, whatever was sent [threat 14]', async () => {
    const chat = await start()
    await upload(chat, { name: '../../etc/Preis "neu"\u202e\u0000.txt', bytes: 'Hello' })
    const file = await fileOf(chat.id)
    expect(file).toMatchObject({ name: 'Preis "neu".txt', type: 'text/plain' })
    const response = await send('GET', at(chat.id, `files/${file.id}`), { token: chat.token })
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Preis _neu_.txt"; filename*=UTF-8''Preis%20%22neu%22.txt`,
    )
  })

  test('is readable with the token of its own chat only [threat 1]', async () => {
    const [chat, other] = [await start(), await start()]
    await upload(chat)
    const { id } = await fileOf(chat.id)
    expect((await send('GET', at(other.id, `files/${id}`), { token: other.token })).status).toBe(404)
    expect((await send('GET', at(chat.id, `files/${id}`), { token: other.token })).status).toBe(404)
    expect((await send('GET', at(chat.id, `files/${id}`))).status).toBe(401)
    const theirs = await world.key(undefined, { site: 'other' })
    expect((await world.api('GET', at(chat.id, `files/${id}`), { key: theirs })).status).toBe(404)
  })

  test('of one address: two at once are received, a third waits', async () => {
    const chat = await start()
    const slow = () => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('--x\r\n')),
      })
      const stop = new AbortController()
      const headers = {
        origin: page,
        authorization: `Bearer ${chat.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      }
      const url = `${world.url}/chat${at(chat.id, 'files')}`
      const sent = fetch(url, { method: 'POST', headers, body, signal: stop.signal, duplex: 'half' } as RequestInit)
      return { stop: () => stop.abort(), sent: sent.catch(() => undefined) }
    }
    const held = [slow(), slow()]
    await expect.poll(async () => (await upload(chat)).status).toBe(429)
    for (const { stop } of held) stop()
    await Promise.all(held.map(({ sent }) => sent))
    await expect.poll(async () => (await upload(chat)).status).toBe(200)
  })
})

describe('a download', () => {
  test('has a tag, by which it is not sent again, and a length', async () => {
    const chat = await start()
    const bytes = png(40, 30, 300_000)
    await upload(chat, { bytes })
    const { id } = await fileOf(chat.id)
    const get = async (headers: Record<string, string>) => {
      const path = at(chat.id, `files/${id}`)
      const of = { authorization: `Bearer ${anna.token}`, ...headers }
      return [
        await fetch(`${world.url}/chat${path}`, {
          headers: { ...headers, origin: page, authorization: `Bearer ${chat.token}` },
        }),
        await fetch(`${world.url}/api/v1${path}?site=demo`, { headers: of }),
      ]
    }
    const tag = `"${createHash('sha256').update(bytes).digest('hex')}"`
    for (const response of await get({})) {
      expect([response.headers.get('etag'), response.headers.get('content-length')]).toEqual([tag, '300000'])
      expect((await response.arrayBuffer()).byteLength).toBe(300_000)
    }
    for (const known of [tag, `"other", W/${tag}`])
      for (const response of await get({ 'if-none-match': known })) {
        expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, tag, ''])
        expect(response.headers.get('cache-control')).toBe('no-store')
      }
    for (const response of await get({ 'if-none-match': '"other"' })) expect(response.status).toBe(200)
  })
})

describe('a visitor’s photo', () => {
  const seeing = { ...chatModel, name: 'seeing:4b', capabilities: ['completion', 'vision'] }
  beforeAll(() => void world.model.models.push(seeing))

  /** The model's request for an upload. */
  async function asked(sent: Sent = {}): Promise<OllamaChat> {
    const chat = await start()
    const request = world.model.next('/api/chat')
    expect((await upload(chat, sent)).status).toBe(200)
    return (await request).json as OllamaChat
  }
  const bytes = png(40, 30, 5_000)

  test('is shown to the model that the site names for photos, with the visitor’s words', async () => {
    await accept({ aiSeesPhotos: true, visionModel: seeing.name })
    const { model, messages } = await asked({ bytes, text: 'What broke here?' })
    expect(model).toBe(seeing.name)
    expect(messages.at(-1)).toMatchObject({ role: 'user', images: [bytes.toString('base64')] })
    expect(messages.at(-1)?.content).toContain('What broke here?')
    const { messages: alone } = await asked({ bytes })
    expect(alone.at(-1)).toMatchObject({ images: [bytes.toString('base64')] })
    expect(questionIn(alone)).toBe('(A file: photo.png)')
  })

  test('is not shown to a model that cannot see, or unless the site wants it', async () => {
    await accept({ aiSeesPhotos: true })
    const { model, messages } = await asked({ bytes, text: 'What broke here?' })
    expect([model, messages.some(({ images }) => images)]).toEqual([chatModel.name, false])
    await accept({ aiSeesPhotos: false, visionModel: seeing.name })
    const unseen = await asked({ bytes, text: 'What broke here?' })
    expect([unseen.model, unseen.messages.some(({ images }) => images)]).toEqual([chatModel.name, false])
  })
})

describe('a file of the team', () => {
  test('reaches the visitor like a reply', async () => {
    const chat = await start()
    const events = eventsOf(await follow(chat))
    const sent = await answer(chat.id, { name: 'offer.docx', bytes: docxOf('<w:p/>'), text: 'Our offer' })
    expect(sent.status).toBe(201)
    const message = (await sent.json()) as Body
    expect(message).toMatchObject({
      role: 'agent',
      text: 'Our offer',
      meta: { human: true },
      file: { name: 'offer.docx' },
    })
    let { data } = await nextEvent(events, 'message.sent')
    while (!data.messages.some(({ file }: Body) => file)) data = (await nextEvent(events, 'message.sent')).data
    expect(data.messages.at(-1)).toMatchObject({ id: message.id, file: message.file })
    expect((await send('GET', at(chat.id, `files/${message.file.id}`), { token: chat.token })).status).toBe(200)
    expect((await world.get(`/conversations/${chat.id}`)).body.conversation).toMatchObject({ assigned_to: anna.email })
  })

  test('is not sent if the visitor wrote in the meantime, or the key may not reply', async () => {
    const chat = await start()
    const seen = (await world.stored(chat.id)).at(-1) as Body
    await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'One more thing' } })
    expect(await errorOf(await answer(chat.id, { lastSeenMessageId: seen.id }))).toEqual([409, 'newer_messages'])
    expect((await answer(chat.id, {}, await world.key(['conversations:read']))).status).toBe(403)
    expect((await answer('conv_unknown')).status).toBe(404)
  })
})

describe('bytes are deleted', () => {
  test('with their conversation', async () => {
    const before = await blobs()
    const chat = await start()
    await upload(chat, { bytes: png(40, 30, 600_000) })
    expect(await blobs()).toEqual([before[0]! + 1, before[1]! + 3])
    expect((await world.api('DELETE', `/conversations/${chat.id}?site=demo`)).status).toBe(200)
    expect(await blobs()).toEqual(before)
  })

  test('after the days of the site, while the message stays and says so', async () => {
    await accept({ keepChatDays: 2 })
    const chat = await start()
    await upload(chat)
    const { id } = await fileOf(chat.id)
    world.clock.move(3 * 86_400_000)
    await runTask(world.services, 'retention.run')
    await idle(world)
    expect(await fileOf(chat.id)).toMatchObject({ id, deletedAt: expect.any(Number) })
    expect(await blobs()).toEqual([0, 0])
    expect((await world.get(at(chat.id, `files/${id}`))).status).toBe(404)
  })

  test('at once if their message is refused after they were received', async () => {
    await accept({ perConversation: 1 })
    const chat = await start()
    const before = await blobs()
    // Both pass the first check. The transaction of the second refuses it.
    const sent = await Promise.all([1, 2].map(() => upload(chat, { bytes: png(40, 30, 600_000) })))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await blobs()).toEqual([before[0]! + 1, before[1]! + 3])
    expect((await upload({ ...chat, id: chat.id })).status).toBe(409)
    expect(await blobs()).toEqual([before[0]! + 1, before[1]! + 3])
  })

  test('at once if their upload breaks off', async () => {
    const chat = await start()
    const before = await blobs()
    const stop = new AbortController()
    const body = new ReadableStream({
      start(controller) {
        const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
        controller.enqueue(new TextEncoder().encode(head + 'a'.repeat(600_000)))
      },
    })
    const headers = {
      origin: page,
      authorization: `Bearer ${chat.token}`,
      'content-type': 'multipart/form-data; boundary=x',
    }
    const url = `${world.url}/chat${at(chat.id, 'files')}`
    const sent = fetch(url, { method: 'POST', headers, body, signal: stop.signal, duplex: 'half' } as RequestInit)
    await expect.poll(blobs).toEqual([before[0]! + 1, before[1]! + 2])
    stop.abort()
    await expect(sent).rejects.toThrow()
    await expect.poll(blobs).toEqual(before)
  })

  test('A site whose files take up its quota accepts no more', async () => {
    const { sql } = world.services.database
    await sql`insert into blobs (id, site, size, created_at) select 'full' || n, 'demo', ${2 ** 30}, 0 from generate_series(1, ${maxSiteBytes / 2 ** 30}) n`
    expect(await errorOf(await upload(await start()))).toEqual([413, 'storage_full'])
    await sql`delete from blobs where id like 'full%'`
  })
})
