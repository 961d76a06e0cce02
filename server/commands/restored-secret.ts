import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createSeal } from '../core/seal.ts'
import { secretCheck } from '../core/secret-check.ts'
import { findSecret, keepSecret } from '../secret.ts'
import type { Header } from './backup-file.ts'

/**
 * The secret after a restore: the backup's own, where it holds one and no other is configured. `keep` puts it in its place,
 * once the database is restored, and says what the person still has to do.
 */
export function restoredSecret(config: Config, header: Header): { keep(): string[] } {
  const present = config.secret ?? findSecret(config.dataDir)
  const fits = (secret: string) => secretCheck(createSeal(secret)) === header.secretCheck
  if (present !== undefined && fits(present)) return { keep: () => [] }
  if (header.secret !== null && config.secret === undefined)
    return { keep: () => replaceSecret(config.dataDir, header.secret as string, present !== undefined) }
  const where = config.secret === undefined ? join(config.dataDir, 'secret') : 'SVC_SECRET'
  return {
    keep: () => [
      `${where} is not the secret of the server that this backup is of. Put that one there: until then no server starts.`,
      'If it is lost for good, run the command secret replace: it says what is lost with it.',
    ],
  }
}

function replaceSecret(dataDir: string, secret: string, other: boolean): string[] {
  const path = join(dataDir, 'secret')
  if (other) renameSync(path, `${path}.before-restore`)
  keepSecret(dataDir, secret)
  const note = `${path} is now the secret of the backup.`
  return [other ? `${note} The one before is in ${path}.before-restore.` : note]
}
