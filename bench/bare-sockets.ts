/** The floor of the socket rows: `ws` with nothing around it. Told a text and a number, it broadcasts that many. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { tellParent } from './child.ts'

const server = createServer()
const sockets = new WebSocketServer({ noServer: true, maxPayload: 1 << 20, perMessageDeflate: false })
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (client) => {
    client.on('error', () => {})
  })
})
process.on('message', ({ text, count }: { text: string; count: number }) => {
  for (let sent = 0; sent < count; sent++) for (const client of sockets.clients) client.send(text)
})
server.listen(0, '127.0.0.1', () => tellParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
