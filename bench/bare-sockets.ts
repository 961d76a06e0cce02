/**
 * The baseline of the socket rows: bare `ws`. On a message with a text and a number, it broadcasts the text that often.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { notifyParent } from './child.ts'

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
server.listen(0, '127.0.0.1', () => notifyParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
