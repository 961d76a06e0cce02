import { version } from '../version.ts'
import type { Command } from './command.ts'

export const openapi: Command = {
  name: 'openapi',
  usage: '',
  says: 'Print the OpenAPI document',
  more: ['The same as GET /api/v1/openapi.json; no server and no database is needed.'],
  positionals: [],
  options: {},
  async run({ config, out }) {
    const [{ openApiDocument }, { operations, uploads, downloads }] = await Promise.all([
      import('../http/openapi.ts'),
      import('../operations.ts'),
    ])
    out.line(
      JSON.stringify(
        await openApiDocument({ operations, uploads, downloads }, { version, baseUrl: config().baseUrl }),
        null,
        2,
      ),
    )
  },
}
