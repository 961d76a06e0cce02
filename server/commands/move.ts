import type { Command } from './command.ts'

export const move: Command = {
  name: 'move',
  usage: '--to <DATABASE_URL>',
  says: 'Copy the embedded database to a Postgres server',
  more: [
    'In one transaction; every table is compared by its rows and a checksum. The embedded database stays as it is.',
    'The server must be stopped: what it wrote meanwhile would be left behind. The target must be empty.',
  ],
  positionals: [],
  options: {
    to: { type: 'string', value: '<address>', says: 'postgres://user:password@host:5432/name' },
    'to-file': {
      type: 'string',
      value: '<file>',
      says: 'a file with that address, where nobody else sees the password',
    },
  },
  async run(surroundings, given) {
    const { moveDatabase } = await import('./move-database.ts')
    await moveDatabase(surroundings, given)
  },
}
