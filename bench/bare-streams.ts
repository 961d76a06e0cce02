/** The floor of the row `visitors`: event streams with nothing around them. Told a text, it writes that to each. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tellParent } from './child.ts'

const open = new Set<ServerResponse>()
const server = createServer((_, response) => {
  open.add(response)
  response.on('close', () => open.delete(response))
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n')
})
process.on('message', (text: string) => {
  for (const response of open) response.write(text)
})
server.listen(0, '127.0.0.1', () => tellParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
