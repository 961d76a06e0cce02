import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network of one browser, which carries all its traffic. */
export type Network = {
  /** For `openBrowser`. */
  proxy: string
  /** Breaks all connections abruptly, and accepts no new ones. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** A proxy that the test can cut. It forwards bytes of any protocol as they arrive. */
export async function startNetwork(): Promise<Network> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy()
    keep(open, client)
    client.once('data', (head: Buffer) => passOn(open, client, head))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend() {
      isCut = false
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

function keep(open: Set<Socket>, socket: Socket): void {
  open.add(socket)
  socket.on('close', () => open.delete(socket))
  // If one side disconnects, the other is closed, which is all that is needed.
  socket.on('error', () => socket.destroy())
}

/** Opens a tunnel on request, as for sockets; otherwise forwards a request whose URL names the server. */
function passOn(open: Set<Socket>, client: Socket, head: Buffer): void {
  const [, method, address = ''] = /^(\S+) (?:http:\/\/)?([^\s/]+)/.exec(head.toString('latin1')) ?? []
  const [host = '', port = '80'] = address.split(':')
  const target = connect(Number(port), host, () => {
    if (method === 'CONNECT') client.write('HTTP/1.1 200 OK\r\n\r\n')
    else target.write(head)
    client.pipe(target)
    target.pipe(client)
  })
  keep(open, target)
  client.on('close', () => target.destroy())
  target.on('close', () => client.destroy())
}
