import { openApiDocument } from '../http/openapi.ts'
import { downloads, operations, uploads } from '../operations.ts'
import { version } from '../version.ts'
import type { Command } from './command.ts'

export const command: Command = {
  description: ['The same as GET /api/v1/openapi.json. Needs no server or database.'],
  async run({ config, out }) {
    const { baseUrl } = config()
    const document = await openApiDocument({ operations, uploads, downloads }, { version, baseUrl })
    out.line(JSON.stringify(document, null, 2))
  },
}
