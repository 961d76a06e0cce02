import type { KeyCreated } from '../../../shared/key.ts'
import { keyOperations } from '../../features/keys/operations.ts'
import { callOperation } from '../cli-actor.ts'
import type { Task } from '../command.ts'

export const keyCreateTask: Task = async (parts, input, out) => {
  const created = await callOperation<KeyCreated>(parts, keyOperations.create, input)
  out.line(created.key)
  const until = created.expiresAt === null ? 'never expires' : `expires on ${new Date(created.expiresAt).toISOString()}`
  out.note(`Key ${created.id} of site ${created.site} ${until}. It is shown here alone: keep it now.`)
}
