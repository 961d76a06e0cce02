import { migrate, schemaState } from '../../database/migrate.ts'
import type { Task } from '../command.ts'
import { migrations } from '../migrations.ts'
import { counted } from '../wording.ts'

export const migrateTask: Task = async (parts, _, out) => {
  const { sql } = parts.database
  const { applied } = await schemaState(sql, migrations)
  const { expected } = await migrate(sql, migrations)
  const done =
    applied === expected ? 'was up to date' : `is up to date: ${counted(expected - applied, 'migration')} applied`
  out.line(`The database ${done} (${expected} of ${expected}).`)
}
