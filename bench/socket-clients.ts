/** Many WebSocket clients in their own process. The parent sends commands; each is answered once it is done. */
import { createTextReader, openRaw, type RawSocket } from './raw-socket.ts'

export type Command =
  /**
   * Opens this many sockets and sends these texts on each. A socket is open when it receives `ready`, or immediately if
   * that is empty.
   */
  | { do: 'open'; url: string; count: number; texts: string[]; ready: string }
  /** Answers when this many bytes have arrived since the last answer. */
  | { do: 'read'; bytes: number }
  /** Cuts all connections at once, and answers when each is closed. */
  | { do: 'cut' }
  /** Opens them all again with the position of their last event, and answers when each has the event `last`. */
  | { do: 'return'; url: string; texts: string[]; last: string }

/** `ids` of the events since the clients were opened, once per distinct list. */
export type Answer = { milliseconds: number; ids: string[][] }

/** Maximum connections opened at the same time. */
const atOnce = 250

type Client = { raw: RawSocket | undefined; ids: string[]; place: string; came: Buffer[]; ready: () => void }

const clients: Client[] = []
let bytesRead = 0
let wanted = { bytes: Number.POSITIVE_INFINITY, reached: () => {} }

/** Counts incoming bytes. Keeps them only until `until`, to parse them later, because the server is measured. */
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

/** Parses the positions and events in what was received. */
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
