/** The baseline of the row `visitors`: bare event streams. On a message with a text, it writes the text to each. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { notifyParent } from './child.ts'

const open = new Set<ServerResponse>()
const server = createServer((_, response) => {
  open.add(response)
  response.on('close', () => open.delete(response))
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n')
})
process.on('message', (text: string) => {
  for (const response of open) response.write(text)
})
server.listen(0, '127.0.0.1', () => notifyParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
