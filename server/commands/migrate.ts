import { migrate, schemaState } from '../core/migrate.ts'
import type { Command, Task } from './command.ts'
import { counted } from './wording.ts'

export const migrations = new URL('../../migrations/', import.meta.url)

export const migrateTask: Task = async (parts, _, out) => {
  const { sql } = parts.database
  const { applied } = await schemaState(sql, migrations)
  const { expected } = await migrate(sql, migrations)
  const done =
    applied === expected ? 'was up to date' : `is up to date: ${counted(expected - applied, 'migration')} applied`
  out.line(`The database ${done} (${expected} of ${expected}).`)
}

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  says: 'Bring the database up to this version',
  more: ['The server does the same whenever it starts. Make a backup first.'],
  positionals: [],
  options: {},
  run: ({ perform }) => perform('migrate', {}),
}
