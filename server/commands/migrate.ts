import { migrate, schemaState } from '../database/migrate.ts'
import type { Command } from './command.ts'
import { migrations } from './database.ts'
import { counted } from './terminal.ts'

export const command: Command = {
  description: ['The server does the same at each start. Make a backup first.'],
  run: ({ runTask }) => runTask({}),
  task: {
    needs: 'nothing',
    async run(services, _, out) {
      const { sql } = services.database
      const { applied } = await schemaState(sql, migrations)
      const { expected } = await migrate(sql, migrations)
      const done =
        applied === expected ? 'was up to date' : `is up to date: ${counted(expected - applied, 'migration')} applied`
      out.line(`The database ${done} (${expected} of ${expected}).`)
    },
  },
}
