import { statSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createSeal, secretCheck } from '../core/seal.ts'
import { findSecretCheck } from '../database/installation.ts'
import { parseAddress, shown } from '../database/server/address.ts'
import { version } from '../version.ts'
import { checkBackup, type Header, writeBackup } from './backup-file.ts'
import { type Cli, type Command, CommandError, type Task } from './command.ts'
import { auditCommand } from './database.ts'
import { withSnapshot } from './database-copy.ts'
import { counted, formatSize } from './terminal.ts'

export const command: Command = {
  description: [
    'A compressed snapshot that can be restored into either type of database. For a folder, the file gets a name with the time. ',
    'The file appears once it is complete and verified. Anyone who can read it can read all conversations. ',
    "A backup needs the server's secret (SVC_SECRET, or DATA_DIR/secret): without it, keys and sign-ins are invalid and ",
    'encrypted values cannot be read. Store it with the backup, or include it with --with-secret.',
  ],
  positionals: ['file'],
  options: { 'with-secret': { type: 'boolean', summary: "include the server's secret in the file" } },
  async run(cli, { positionals: [target], values }) {
    const secret = values['with-secret'] ? knownSecret(cli) : undefined
    const file = await newFile(target as string, `frontdesk-${stamp(new Date())}.backup`)
    try {
      await cli.runTask({ secret }, file.write)
      report(cli, file.path, await file.finish(checkBackup))
    } catch (error) {
      await file.discard()
      throw error
    }
  },
  task: { needs: 'database', run: writeSnapshot },
}

function knownSecret(cli: Cli): string {
  const secret = cli.knownSecret()
  if (secret !== undefined) return secret
  throw new CommandError('--with-secret: the secret is unknown here. Set SVC_SECRET or DATA_DIR as for the server.')
}

const stamp = (time: Date) => time.toISOString().replaceAll(':', '-').replace(/\..*/, 'Z')

function report({ out, config }: Cli, path: string, header: Header): void {
  const { databaseUrl, dataDir } = config()
  const rows = header.tables.reduce((sum, table) => sum + table.rows, 0)
  const size = formatSize(statSync(path).size)
  out.line(
    `${path}: ${counted(rows, 'row')} of ${counted(header.tables.length, 'table')}, as of ${header.createdAt}, ${size}.`,
  )
  // Without the settings of the service, it would be another database.
  out.line(
    `From ${databaseUrl === undefined ? `the embedded database in ${dataDir}` : shown(parseAddress(databaseUrl))}.`,
  )
  const place = databaseUrl === undefined ? 'DATA_DIR/secret' : 'SVC_SECRET'
  out.note(
    header.secret === null
      ? `The server's secret is not included: store ${place} with the backup, or use --with-secret.`
      : "The server's secret is included: protect the file like a password.",
  )
}

async function writeSnapshot(...[services, input, out]: Parameters<Task['run']>): Promise<void> {
  const secret = typeof input.secret === 'string' ? input.secret : null
  const check = (await findSecretCheck(services.database.sql)) ?? secretCheck(services.seal)
  if (secret !== null && secretCheck(createSeal(secret)) !== check)
    throw new CommandError('The secret found by this command is not the one that the database is used with.')
  await withSnapshot(services.database.sql, async ({ rows, others, ...snapshot }) => {
    const createdAt = new Date(services.clock.now()).toISOString()
    const about = { version, createdAt, secretCheck: check, secret }
    await writeBackup({ ...about, ...snapshot }, rows(), out.data)
    if (others.length > 0)
      out.note(
        `Not included, because Frontdesk did not create them: ${counted(others.length, 'table')} (${others.join(', ')}).`,
      )
  })
  await auditCommand(services.database.sql, { action: 'backup', at: services.clock.now() })
}

/** A file that appears only when it is complete. */
type NewFile = {
  path: string
  write(bytes: Uint8Array): Promise<void>
  /** Renames it to its final path, replacing an older file, after `check` accepted its content on disk. */
  finish<T>(check: (path: string) => Promise<T>): Promise<T>
  discard(): Promise<void>
}

/** Creates a file that only its owner can read. If `target` is a folder, the file is `name` in it. */
async function newFile(target: string, name: string): Promise<NewFile> {
  const path = resolve((await isFolder(target)) ? join(target, name) : target)
  const unfinished = join(dirname(path), `.${basename(path)}.${process.pid}.unfinished`)
  const handle = await open(unfinished, 'wx', 0o600).catch((error) => {
    throw new CommandError(`${path} cannot be written: ${error.message}`)
  })
  return {
    path,
    write: (bytes) => handle.writeFile(bytes),
    async finish(check) {
      await handle.sync()
      await handle.close()
      const found = await check(unfinished)
      await rename(unfinished, path)
      return found
    },
    async discard() {
      await handle.close().catch(() => undefined)
      await rm(unfinished, { force: true })
    },
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    (error) => {
      if (error.code === 'ENOENT') return false
      throw new CommandError(`${path} cannot be written: ${error.message}`)
    },
  )
