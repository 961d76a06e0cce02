import { allScopes } from '../../shared/scope.ts'
import { createActor } from '../core/actor.ts'
import { writeAudit } from '../core/audit.ts'
import { call } from '../core/call.ts'
import type { Context, Parts } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import type { Operation } from '../core/operation.ts'
import { createContext } from '../core/transaction.ts'

/** Whoever may run a command on the server's machine may do everything; the audit log says `cli`. */
export const cliActor = createActor({
  kind: 'system',
  id: 'cli',
  name: 'Command line',
  scopes: new Set(allScopes),
  owner: true,
})

/** Carries out an operation as REST does: its checks, its input and output, its line in the audit log. */
export async function callOperation<T>(parts: Parts, operation: unknown, input: Record<string, unknown>): Promise<T> {
  const { body } = await call(parts, {
    operation: operation as Operation,
    actor: cliActor,
    address: '',
    route: `cli ${newId('call')}`,
    signal: new AbortController().signal,
    input: async () => input,
  })
  return body as T
}

/** A context for what is no operation; its transaction leaves the line `action` in the audit log. */
export async function cliContext(parts: Parts, action: string, target: string | null): Promise<Context> {
  const site = await parts.sites.find(parts.sites.ids()[0] as string)
  return createContext(parts, {
    site: site as NonNullable<typeof site>,
    actor: cliActor,
    beforeCommit: (sql) => [
      writeAudit(sql, { at: parts.clock.now(), actor: cliActor.id, action, target, site: null, status: 200 }),
    ],
  })
}
