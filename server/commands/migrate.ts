import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  says: 'Bring the database up to this version',
  more: ['The server does the same whenever it starts. Make a backup first.'],
  positionals: [],
  options: {},
  run: ({ perform }) => perform('migrate', {}),
}
