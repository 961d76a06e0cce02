import type { Command } from './command.ts'

export const restore: Command = {
  name: 'restore',
  usage: '<file> [--replace]',
  says: 'Put a backup back into the database',
  more: [
    'The file is checked wholly before anything is changed, and what was written is compared with it afterwards; all in one',
    'transaction. The server must be stopped. A backup of an older version is brought up to this one, in an empty database.',
  ],
  positionals: ['file'],
  options: { replace: { type: 'boolean', says: 'delete what the database holds now' } },
  async run(surroundings, { positionals: [file], values }) {
    const { restoreBackup } = await import('./restore-backup.ts')
    await restoreBackup(surroundings, file as string, values.replace === true)
  },
}
