/**
 * Many WebSocket clients in a process of their own. The parent says what to do; every message is answered once it is done.
 */
import { createTextReader, openRaw, type RawSocket } from './raw-socket.ts'

export type Command =
  /** Opens so many, and sends these texts on each; it is open when `ready` has come, or at once where that is empty. */
  | { do: 'open'; url: string; count: number; texts: string[]; ready: string }
  /** Answers when so many bytes have come since the last answer. */
  | { do: 'read'; bytes: number }
  /** Cuts all connections at once, and answers when each is cut. */
  | { do: 'cut' }
  /** Opens them all again; each says the place of its last event, and is back when it has that of `last`. */
  | { do: 'return'; url: string; texts: string[]; last: string }

/** `ids` of the events that came since the clients were opened, once for all that got the same. */
export type Answer = { milliseconds: number; ids: string[][] }

/** Connections that are being opened at the same time. */
const atOnce = 250

type Client = { raw: RawSocket | undefined; ids: string[]; place: string; came: Buffer[]; ready: () => void }

const clients: Client[] = []
let bytesRead = 0
let wanted = { bytes: Number.POSITIVE_INFINITY, reached: () => {} }

/** Counts what comes; keeps it only until `until` has come, and looks into it later: what is measured is the server. */
function read(client: Client, until: string): (bytes: Buffer) => void {
  let isKept = until !== ''
  let tail: Buffer = Buffer.alloc(0)
  return (bytes) => {
    bytesRead += bytes.length
    if (bytesRead >= wanted.bytes) wanted.reached()
    if (!isKept) return
    client.came.push(bytes)
    const seen = Buffer.concat([tail, bytes])
    tail = seen.subarray(-until.length)
    isKept = !seen.includes(until)
    if (!isKept) client.ready()
  }
}

/** Reads the places and the events of what came. */
function lookInto(client: Client): void {
  const read = createTextReader((text) => {
    client.place = /"type":"data","id":"(evt_\d+)"/.exec(text)?.[1] ?? client.place
    const id = /"data":\{"id":"(evt_\d+)","data":\{"id"/.exec(text)?.[1]
    if (id) client.ids.push(id)
  })
  for (const bytes of client.came.splice(0)) read(bytes)
}

async function openOne(client: Client, url: string, texts: string[], until: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  client.ready = resolve
  client.raw = await openRaw(url, read(client, until))
  for (const text of texts) client.raw.send(text.replace('$last', client.place))
  if (until === '') resolve()
  await promise
}

async function openAll(open: (client: Client) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < clients.length) await open(clients[next++] as Client)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const actions: { [D in Command['do']]: (command: Extract<Command, { do: D }>) => Promise<unknown> } = {
  async open({ url, count, texts, ready }) {
    for (let made = 0; made < count; made++) clients.push({ raw: undefined, ids: [], place: '', came: [], ready() {} })
    await openAll((client) => openOne(client, url, texts, ready))
    bytesRead = 0
  },
  async read({ bytes }) {
    const { promise, resolve } = Promise.withResolvers<void>()
    wanted = { bytes, reached: resolve }
    if (bytesRead < bytes) await promise
    wanted = { bytes: Number.POSITIVE_INFINITY, reached() {} }
    bytesRead -= bytes
  },
  async cut() {
    for (const { raw } of clients) raw?.stream.destroy()
  },
  return: ({ url, texts, last }) => openAll((client) => openOne(client, url, texts, last)),
}

process.on('message', async (command: Command) => {
  const begun = performance.now()
  await actions[command.do](command as never)
  const milliseconds = performance.now() - begun
  for (const client of clients) lookInto(client)
  const different = [...new Set(clients.map(({ ids }) => ids.join()))].map((text) => text.split(',').filter(Boolean))
  const answer: Answer = { milliseconds, ids: different }
  process.send?.(answer)
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
