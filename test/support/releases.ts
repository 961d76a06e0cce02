import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

export const migrations = new URL('../../migrations/', import.meta.url)

/**
 * A folder for each frozen state, named by its version and the number of its migrations: `migrations.json`,
 * `dump.sql.gz`, `desk.backup` and `data.tar.br`, as written by `npm run freeze`.
 */
export const releases = new URL('../fixtures/releases/', import.meta.url)

/** What the data of every release contains, from `job` on those with such records. */
export const kept = {
  secret: 'the secret of the tests',
  message: 'When do you open? “Ümläut” 🚲',
  label: 'Urgent',
  document: 'Opening hours',
  email: 'grace@example.com',
  job: 'New chain, grey bike',
  appointment: 'Test ride “Ümläut”',
  start: Date.UTC(2029, 5, 12, 9),
  webhook: 'https://hooks.example.com/frontdesk',
}

/** The hash of each migration, as the database stores it. */
export const hashMigrations = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(migrations)
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => [name, hashOf(readFileSync(new URL(name, migrations), 'utf8'))]),
  )

const hashOf = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
