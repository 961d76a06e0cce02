import type { z } from 'zod'
import { covers } from '../../shared/scope.ts'
import type { Sql } from '../database/database.ts'
import { databaseFault, describeDamage } from '../database/fault.ts'
import type { Actor } from './actor.ts'
import { inRanges } from './address.ts'
import { type FileReceiver, measureFile, type OpenFile, receiveBlob } from './blobs.ts'
import type { Services, Site, Stream } from './context.ts'
import { AppError, badRequest, forbidden, unavailable, unknownSite } from './error.ts'
import { type Answer, type Claim, claimOrReplay, isDecided } from './idempotency.ts'
import { refuseUnstorable, withoutNulls } from './input.ts'
import { type Operation, pathNames, type UploadOperation } from './operation.ts'
import { createContext } from './transaction.ts'
import { parseInput } from './validation.ts'

/** A request for an operation, after authentication and rate limiting. */
export type Call = {
  operation: Operation
  actor: Actor
  /** The site named by the address or the query, if any. */
  site?: string
  /**
   * Reads the whole input (path, query and body) as one object. Called only after authorisation. The file of an upload
   * goes to what `open` opens.
   */
  input(open: OpenFile): Promise<Record<string, unknown>>
  address: string
  signal: AbortSignal
  idempotencyKey?: string
  stream?: Stream
  /** The concrete path. The same Idempotency-Key may be used for two conversations. */
  route: string
}

/**
 * Runs one operation: checks the address, site and scope, parses the input, runs the handler and returns the answer.
 * Every change is audited, including refused ones. Throws an AppError; any other error is a bug.
 */
export async function call(services: Services, request: Call): Promise<Answer & { replayed?: boolean }> {
  const { operation, actor } = request
  const trail = auditTrail(services, request)
  const upload = openUpload(services, request, trail)
  try {
    const fault = services.clock.fault?.()
    if (fault !== undefined) throw unavailable(fault, 'clock_apart')
    if (operation.scope !== 'public') admit(services, actor, operation, request.address)
    if (request.site !== undefined) refuseForeignSite(actor, request.site)
    const raw = await request.input(upload.open)
    const site = await siteOf(services, operation, actor, raw.site ?? request.site)
    trail.site = site.id
    upload.refuseOtherSite(site)
    const given = operation.method === 'post' ? withoutNulls(operation.input, raw) : raw
    const input = parseInput(operation.input, given)
    refuseUnstorable(input)
    trail.target = targetOf(operation, input)
    return await runOnce(services, request, site, input, raw, trail)
  } catch (error) {
    const appError = asAppError(services, error)
    await trail.refused(appError.status)
    throw appError
  } finally {
    await upload.end()
  }
}

/** Receives the file of a call, once the site that stores it is known. */
function openUpload(
  services: Services,
  { operation, actor, address, signal, route, site: named, idempotencyKey }: Call,
  trail: AuditTrail,
) {
  let opened: { receiver: FileReceiver; site: string } | undefined
  return {
    async open(fields: Record<string, unknown>): Promise<FileReceiver> {
      refuseUnstorable(fields)
      const site = await siteOf(services, operation, actor, fields.site ?? named)
      trail.site = site.id
      trail.target = targetOf(operation, fields)
      const key = idempotencyKey
      const isRepeat =
        key !== undefined && (await isDecided(services, { caller: actor.id, route: routeOf(route, site), key }))
      // A repeat stores nothing: its file is only compared with that of the first request.
      if (isRepeat) return measureFile()
      const ctx = createContext(services, { site, actor, address, signal })
      const receiver = await receiveBlob(ctx, await (operation as UploadOperation).admitFile(ctx, fields))
      opened = { receiver, site: site.id }
      return receiver
    },
    refuseOtherSite({ id }: Site) {
      if (opened && opened.site !== id) throw badRequest('site: must come before the file.')
    },
    /** Deletes the file unless the call kept it. */
    end: () => dropFile(services, opened?.receiver),
  }
}

/** Deletes a received file unless it was kept. If that fails, the file is deleted within the hour. */
export async function dropFile({ log }: Services, receiver: FileReceiver | undefined): Promise<void> {
  try {
    await receiver?.drop()
  } catch (err) {
    log.warn({ err }, 'could not delete a file that was not kept; it is deleted within the hour')
  }
}

const routeOf = (route: string, site: Site) => `${route} ${site.id}`

/** 403 if the key is limited to other addresses. */
export function admitAddress(actor: Actor, address: string): void {
  const allowed = actor.key?.allowIps ?? []
  if (allowed.length > 0 && !inRanges(address, allowed))
    throw forbidden('This key cannot be used from this IP address.', 'address_not_allowed')
}

function admit({ sites }: Services, actor: Actor, operation: Operation, address: string): void {
  admitAddress(actor, address)
  if (operation.scope === 'any' || operation.scope === 'public') return
  const { scope, orScope = scope } = operation
  if (!covers(actor.scopes, scope) && !covers(actor.scopes, orScope))
    throw forbidden(`This operation requires the scope ${scope}.`, 'scope_missing', { scope })
  // Accounts have access to all sites, so a key for one site could create itself access to the others.
  if (operation.scope === 'team:write' && actor.site !== null && sites.ids().length > 1)
    throw forbidden(
      'Accounts belong to all sites, and this key belongs to one. Use the admin key or a person’s session.',
      'other_site',
    )
}

function refuseForeignSite(actor: Actor, site: unknown): void {
  if (actor.site !== null && site !== actor.site)
    throw forbidden('site: this key belongs to another site.', 'other_site')
}

const noSite = { id: '' } as Site

/**
 * The site of a call. A key for one site implies it; other callers must name it, unless the deployment has only one.
 */
async function siteOf(services: Services, operation: Operation, actor: Actor, named: unknown): Promise<Site> {
  if (named !== undefined && typeof named !== 'string') throw badRequest('site: must be a string.')
  if (named !== undefined) refuseForeignSite(actor, named)
  const ids = services.sites.ids()
  const id = named ?? actor.site ?? (ids.length === 1 ? ids[0] : undefined)
  if (id === undefined) {
    if (operation.on === 'deployment') return noSite
    throw badRequest('site: is required, because there are several sites.', 'site_missing')
  }
  const site = await services.sites.find(id)
  if (!site) throw unknownSite(id)
  return site
}

async function runOnce(
  services: Services,
  request: Call,
  site: Site,
  input: z.output<z.ZodObject>,
  raw: Record<string, unknown>,
  trail: AuditTrail,
): Promise<Answer & { replayed?: boolean }> {
  const { operation } = request
  if (request.idempotencyKey === undefined || operation.method !== 'post')
    return await run(services, request, site, input, trail)
  const claimed = await claimOrReplay(services, {
    caller: request.actor.id,
    route: routeOf(request.route, site),
    key: request.idempotencyKey,
    body: raw,
    resumes: operation.resumes,
    signal: request.signal,
  })
  if ('answer' in claimed) return replay(claimed.answer)
  return await runClaimed(services, request, site, input, trail, claimed.claim)
}

function replay(answer: Answer): Answer & { replayed: boolean } {
  return { ...answer, replayed: true }
}

async function runClaimed(
  services: Services,
  request: Call,
  site: Site,
  input: z.output<z.ZodObject>,
  trail: AuditTrail,
  claim: Claim,
): Promise<Answer> {
  try {
    const answer = await run(services, request, site, input, trail, claim)
    const shown = (request.operation.secrets ?? []).some(
      (name) => (answer.body as Record<string, unknown>)[name] != null,
    )
    await (shown ? claim.keepNoAnswer() : claim.keep(answer))
    return answer
  } catch (error) {
    const appError = asAppError(services, error)
    // Errors that may be temporary release the key for a retry; other refusals are stored as the answer.
    if (appError.status >= 500 || appError.status === 429) await claim.release()
    else await claim.keep({ status: appError.status, body: appError.body() })
    throw appError
  }
}

async function run(
  services: Services,
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
  const earlierRecord = claim?.earlierRecord ?? null
  const context = createContext(services, { site, actor, address, signal, stream, earlierRecord, beforeCommit })
  const answer = operation.output.parse(await operation.run(context, input))
  await trail.done(operation.status, recordOf(answer))
  return { status: operation.statusOf?.(answer) ?? operation.status, body: answer }
}

/** The record that the call's path names, for the audit log. */
function targetOf(operation: Operation, input: z.output<z.ZodObject>): string | null {
  const values = pathNames(operation.path).map((name) => String(input[name]))
  return values.length > 0 ? values.join('/') : null
}

function recordOf(result: unknown): string | null {
  const { id, email } = (result ?? {}) as { id?: unknown; email?: unknown }
  return typeof id === 'string' ? id : typeof email === 'string' ? email : null
}

type AuditTrail = ReturnType<typeof auditTrail>

/** Writes the one audit row of a call: in the transaction of its change if there is one, otherwise at the end. */
function auditTrail(services: Services, { operation, actor }: Pick<Call, 'operation' | 'actor'>) {
  let line: ReturnType<typeof writeAudit> | undefined
  let status = 0
  const trail = {
    target: null as string | null,
    site: actor.site,
    write(sql: Sql, asStatus: number, record: string | null) {
      if (operation.reads || operation.scope === 'public') return []
      status = asStatus
      line = writeAudit(sql, {
        at: services.clock.now(),
        actor: actor.id,
        action: `${operation.method.toUpperCase()} ${operation.path}`,
        target: trail.target ?? record,
        site: trail.site || null,
        status,
      })
      return [line]
    },
    async done(asStatus: number, record: string | null) {
      if (line === undefined) await Promise.all(trail.write(services.database.sql, asStatus, record))
    },
    async refused(asStatus: number) {
      try {
        if (line !== undefined && status === asStatus) return
        // A row that could not be written, or was rolled back with its change, cannot be corrected.
        const [written] = (await line?.catch(() => undefined)) ?? []
        const corrected = written && (await correctAudit(services.database.sql, written.id, asStatus)).count > 0
        if (!corrected) await Promise.all(trail.write(services.database.sql, asStatus, null))
      } catch (err) {
        // The caller gets the error of the call itself; the missing audit row is logged for the operator.
        services.log.error({ err, action: operation.path }, 'could not audit a rejected call')
      }
    },
  }
  return trail
}

/** Audits a call refused before it was processed, such as one over the rate limit. */
export const auditRefused = (services: Services, refused: Pick<Call, 'operation' | 'actor'>, status: number) =>
  auditTrail(services, refused).refused(status)

/** Converts any thrown value to an AppError. Internal errors are logged and reveal no details to the caller. */
export function asAppError(services: Pick<Services, 'log' | 'database'>, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (databaseFault(error) !== undefined) {
    services.log.error({ err: error }, 'the database is not responding')
    return unavailable('The database is not responding. Try again in a moment.', 'database_unavailable', error)
  }
  services.log.error({ err: error }, describeDamage(error) ?? 'a call failed')
  return new AppError(500, 'internal', 'An internal error occurred.', { reason: 'internal' })
}

/** One row of the audit log. `action` is the method and the route's pattern, `target` the record named in the path. */
export type AuditRow = {
  at: number
  actor: string
  action: string
  target: string | null
  site: string | null
  status: number
}

/** Writes the row and returns its id. In a transaction, the row is committed or rolled back with the change. */
export const writeAudit = (sql: Sql, row: AuditRow) => sql<[{ id: number }]>`insert into audit ${sql(row)} returning id`

/** Writes several rows of the audit log. */
export const writeAudits = (sql: Sql, rows: AuditRow[]) => sql`insert into audit ${sql(rows)}`

/** Corrects the status of a call that changed something and then failed. */
const correctAudit = (sql: Sql, id: number, status: number) => sql`update audit set status = ${status} where id = ${id}`
