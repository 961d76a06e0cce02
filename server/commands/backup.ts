import { statSync } from 'node:fs'
import type { Header } from './backup-file.ts'
import { checkBackup } from './backup-read.ts'
import { type Command, CommandError, type Out } from './command.ts'
import { newFile } from './new-file.ts'
import { counted, sizeInWords } from './wording.ts'

export const backup: Command = {
  name: 'backup',
  usage: '<file> [--with-secret]',
  says: 'Write the whole database into one file',
  more: [
    'All of one moment, compressed, for restoring into either kind of database; a folder gets a file with the time in its',
    'name. The file appears when it is complete and was read back. Whoever reads it reads every conversation.',
    'A backup is worth little without the secret of the server (SVC_SECRET, or DATA_DIR/secret): without it no key and no',
    'sign-in is valid, and what is sealed stays sealed. Keep it beside, or put it in with --with-secret.',
  ],
  positionals: ['file'],
  options: { 'with-secret': { type: 'boolean', says: 'put the secret of the server into the file' } },
  async run({ perform, out, config, knownSecret }, { positionals: [target], values }) {
    const secret = values['with-secret'] ? knownSecret() : undefined
    if (values['with-secret'] && secret === undefined)
      throw new CommandError(
        '--with-secret: no secret is known here. Set SVC_SECRET or DATA_DIR as the server has them.',
      )
    const file = await newFile(target as string, `frontdesk-${stamp(new Date())}.backup`)
    try {
      await perform('backup', { secret }, file.write)
      tell(out, file.path, await file.finish(checkBackup), config().databaseUrl === undefined)
    } catch (error) {
      await file.discard()
      throw error
    }
  },
}

const stamp = (time: Date) => time.toISOString().replaceAll(':', '-').replace(/\..*/, 'Z')

function tell(out: Pick<Out, 'line' | 'note'>, path: string, header: Header, embedded: boolean): void {
  const rows = header.tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = sizeInWords(statSync(path).size)
  out.line(
    `${path}: ${counted(rows, 'row')} of ${counted(header.tables.length, 'table')}, as of ${header.createdAt}, ${bytes}.`,
  )
  out.note(
    header.secret === null
      ? `The server's secret is not in it: keep ${embedded ? 'DATA_DIR/secret' : 'SVC_SECRET'} beside it, or use --with-secret.`
      : "The server's secret is in it: keep the file as you keep a password.",
  )
}
