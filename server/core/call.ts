import type { z } from 'zod'
import { covers } from '../../shared/scope.ts'
import type { Sql } from '../database/database.ts'
import { databaseFault, describeDamage } from '../database/fault.ts'
import type { Actor } from './actor.ts'
import { inRanges } from './address.ts'
import { correctAudit, writeAudit } from './audit.ts'
import type { Parts, Site, Stream } from './context.ts'
import { badRequest, forbidden, Refusal, unavailable, unknownSite } from './error.ts'
import { parseInput } from './fault-words.ts'
import { type Answer, type Claim, claimOrReplay } from './idempotency.ts'
import { refuseUnstorable, withoutNulls } from './input.ts'
import { type Operation, pathNames } from './operation.ts'
import { createContext } from './transaction.ts'

/** A request for an operation, after its caller is known and within the rate. */
export type Call = {
  operation: Operation
  actor: Actor
  /** The site that the address or the query names, where it does. */
  site?: string
  /** Reads the whole input: path, query and body as one object. Read only once the caller is known to be allowed. */
  input(): Promise<Record<string, unknown>>
  address: string
  signal: AbortSignal
  idempotencyKey?: string
  stream?: Stream
  /** Where the concrete path matters: two conversations may see the same Idempotency-Key. */
  route: string
}

/**
 * Carries out one operation: address, site and scope, then its input, then what it does, then its answer. Everything
 * that changes something is audited, refusals included. Throws a Refusal; anything else is a fault of ours.
 */
export async function call(parts: Parts, request: Call): Promise<Answer & { replayed?: boolean }> {
  const { operation, actor } = request
  const trail = auditTrail(parts, request)
  try {
    const fault = parts.clock.fault?.()
    if (fault !== undefined) throw unavailable(fault, 'clock_apart')
    if (operation.scope !== 'public') admit(parts, actor, operation, request.address)
    if (request.site !== undefined) refuseForeignSite(actor, request.site)
    const raw = await request.input()
    const site = await siteOf(parts, operation, actor, raw.site ?? request.site)
    trail.site = site.id
    const given = operation.method === 'post' ? withoutNulls(operation.input, raw) : raw
    const input = parseInput(operation.input, given)
    refuseUnstorable(input)
    trail.target = targetOf(operation, input)
    return await runOnce(parts, request, site, input, raw, trail)
  } catch (error) {
    const refusal = asRefusal(parts, error)
    await trail.refused(refusal.status)
    throw refusal
  }
}

/** 403 where a key is limited to other addresses. */
export function admitAddress(actor: Actor, address: string): void {
  const allowed = actor.key?.allowIps ?? []
  if (allowed.length > 0 && !inRanges(address, allowed))
    throw forbidden('This key may not be used from this address.', 'address_not_allowed')
}

function admit({ sites }: Parts, actor: Actor, operation: Operation, address: string): void {
  admitAddress(actor, address)
  if (operation.scope === 'any' || operation.scope === 'public') return
  if (!covers(actor.scopes, operation.scope))
    throw forbidden(`This needs the scope ${operation.scope}.`, 'scope_missing', { scope: operation.scope })
  // A key of one site that made accounts would be a key to all sites.
  if (operation.scope === 'team:write' && actor.site !== null && sites.ids().length > 1)
    throw forbidden(
      'Accounts reach every site, and this key belongs to one. Use the admin key or a person’s session.',
      'other_site',
    )
}

function refuseForeignSite(actor: Actor, site: unknown): void {
  if (actor.site !== null && site !== actor.site)
    throw forbidden('site: this key belongs to another site.', 'other_site')
}

const noSite = { id: '' } as Site

/** The site that a call works on. A key has one; others name it, unless the deployment has just one. */
async function siteOf(parts: Parts, operation: Operation, actor: Actor, named: unknown): Promise<Site> {
  if (named !== undefined && typeof named !== 'string') throw badRequest('site: must be a string.')
  if (named !== undefined) refuseForeignSite(actor, named)
  const ids = parts.sites.ids()
  const id = named ?? actor.site ?? (ids.length === 1 ? ids[0] : undefined)
  if (id === undefined) {
    if (operation.on === 'deployment') return noSite
    throw badRequest('site: is required, as there are several sites.', 'site_missing')
  }
  const site = await parts.sites.find(id)
  if (!site) throw unknownSite(id)
  return site
}

async function runOnce(
  parts: Parts,
  request: Call,
  site: Site,
  input: z.output<z.ZodObject>,
  raw: Record<string, unknown>,
  trail: AuditTrail,
): Promise<Answer & { replayed?: boolean }> {
  const { operation } = request
  if (request.idempotencyKey === undefined || operation.method !== 'post')
    return await run(parts, request, site, input, trail)
  const claimed = await claimOrReplay(parts, {
    caller: request.actor.id,
    route: `${request.route} ${site.id}`,
    key: request.idempotencyKey,
    body: raw,
    resumes: operation.resumes,
    signal: request.signal,
  })
  if ('answer' in claimed) return replay(claimed.answer)
  return await runClaimed(parts, request, site, input, trail, claimed.claim)
}

function replay(answer: Answer): Answer & { replayed: boolean } {
  return { ...answer, replayed: true }
}

async function runClaimed(
  parts: Parts,
  request: Call,
  site: Site,
  input: z.output<z.ZodObject>,
  trail: AuditTrail,
  claim: Claim,
): Promise<Answer> {
  try {
    const answer = await run(parts, request, site, input, trail, claim)
    const shown = (request.operation.secrets ?? []).some(
      (name) => (answer.body as Record<string, unknown>)[name] != null,
    )
    await (shown ? claim.keepNoAnswer() : claim.keep(answer))
    return answer
  } catch (error) {
    const refusal = asRefusal(parts, error)
    // What may well succeed later is run anew; a plain no stays a no.
    if (refusal.status >= 500 || refusal.status === 429) await claim.release()
    else await claim.keep({ status: refusal.status, body: refusal.body() })
    throw refusal
  }
}

async function run(
  parts: Parts,
  { operation, actor, address, signal, stream }: Call,
  site: Site,
  input: z.output<z.ZodObject>,
  trail: AuditTrail,
  claim?: Claim,
): Promise<Answer> {
  const beforeCommit = async (sql: Sql, result: unknown) => {
    const record = recordOf(result)
    await claim?.committed(sql, record)
    return trail.write(sql, operation.status, record)
  }
  const begun = claim?.begun ?? null
  const context = createContext(parts, { site, actor, address, signal, stream, begun, beforeCommit })
  const answer = operation.output.parse(await operation.run(context, input))
  await trail.done(operation.status, recordOf(answer))
  return { status: operation.statusOf?.(answer) ?? operation.status, body: answer }
}

/** The record that a call named in its path, as the audit log shows it. */
function targetOf(operation: Operation, input: z.output<z.ZodObject>): string | null {
  const values = pathNames(operation.path).map((name) => String(input[name]))
  return values.length > 0 ? values.join('/') : null
}

function recordOf(result: unknown): string | null {
  const { id, email } = (result ?? {}) as { id?: unknown; email?: unknown }
  return typeof id === 'string' ? id : typeof email === 'string' ? email : null
}

type AuditTrail = ReturnType<typeof auditTrail>

/** The one line that a call leaves in the audit log: with the change where there is one, else at the end. */
function auditTrail(parts: Parts, { operation, actor }: Pick<Call, 'operation' | 'actor'>) {
  let line: ReturnType<typeof writeAudit> | undefined
  let status = 0
  const trail = {
    target: null as string | null,
    site: actor.site,
    write(sql: Sql, asStatus: number, record: string | null) {
      if (operation.reads || operation.scope === 'public') return []
      status = asStatus
      line = writeAudit(sql, {
        at: parts.clock.now(),
        actor: actor.id,
        action: `${operation.method.toUpperCase()} ${operation.path}`,
        target: trail.target ?? record,
        site: trail.site || null,
        status,
      })
      return [line]
    },
    async done(asStatus: number, record: string | null) {
      if (line === undefined) await Promise.all(trail.write(parts.database.sql, asStatus, record))
    },
    async refused(asStatus: number) {
      try {
        if (line !== undefined && status === asStatus) return
        // A line that could not be written, or was rolled back with its change, is not there to be corrected.
        const [written] = (await line?.catch(() => undefined)) ?? []
        const corrected = written && (await correctAudit(parts.database.sql, written.id, asStatus)).count > 0
        if (!corrected) await Promise.all(trail.write(parts.database.sql, asStatus, null))
      } catch (err) {
        // The caller is told why the call itself failed; that the line is missing is for the operator.
        parts.log.error({ err, action: operation.path }, 'a refusal could not be audited')
      }
    },
  }
  return trail
}

/** Audits a call that was refused before it was looked at, such as one over its caller's rate. */
export const auditRefusal = (parts: Parts, refused: Pick<Call, 'operation' | 'actor'>, status: number) =>
  auditTrail(parts, refused).refused(status)

/** What a thrown thing means to the caller. Faults of ours are logged and say nothing of the inside. */
export function asRefusal(parts: Pick<Parts, 'log' | 'database'>, error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (databaseFault(error) !== undefined) {
    parts.log.error({ err: error }, 'the database does not answer')
    return unavailable('The database does not answer just now. Try again in a moment.', 'database_unavailable', error)
  }
  parts.log.error({ err: error }, describeDamage(error) ?? 'a call failed')
  return new Refusal(500, 'internal', 'Something went wrong on our side.', { reason: 'internal' })
}
