import { writeAudit } from '../../core/audit.ts'
import type { Parts } from '../../core/context.ts'
import { createSeal } from '../../core/seal.ts'
import { secretCheck } from '../../core/secret-check.ts'
import { findSecretCheck } from '../../database/installation.ts'
import { version } from '../../version.ts'
import { writeBackup } from '../backup-file.ts'
import { cliActor } from '../cli-actor.ts'
import { CommandError, type Task } from '../command.ts'
import { withSnapshot } from '../snapshot.ts'
import { counted } from '../wording.ts'

export const backupTask: Task = async (parts, input, out) => {
  const secret = typeof input.secret === 'string' ? input.secret : null
  const check = (await findSecretCheck(parts.database.sql)) ?? secretCheck(parts.seal)
  if (secret !== null && secretCheck(createSeal(secret)) !== check)
    throw new CommandError('The secret that this command finds is not the one that the database is used with.')
  await withSnapshot(parts.database.sql, async ({ rows, others, ...snapshot }) => {
    const createdAt = new Date(parts.clock.now()).toISOString()
    const about = { version, createdAt, secretCheck: check, secret }
    await writeBackup({ ...about, ...snapshot }, rows(), out.data)
    if (others.length > 0)
      out.note(`Left out, as none of the product's: ${counted(others.length, 'table')} (${others.join(', ')}).`)
  })
  await note(parts)
}

const note = ({ database, clock }: Parts) =>
  writeAudit(database.sql, {
    at: clock.now(),
    actor: cliActor.id,
    action: 'backup',
    target: null,
    site: null,
    status: 200,
  })
