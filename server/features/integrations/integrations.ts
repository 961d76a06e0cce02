import { rule } from '../../../shared/fault.ts'
import type {
  Integration,
  IntegrationCheck,
  IntegrationDeleted,
  IntegrationKind,
  IntegrationList,
  IntegrationSaved,
  PutIntegration,
} from '../../../shared/integration.ts'
import { integrationKinds } from '../../../shared/integration.ts'
import type { Problem } from '../../../shared/overview.ts'
import type { Context, Services } from '../../core/context.ts'
import { badRequest, invalidField } from '../../core/error.ts'
import { type Failure, failure, failureColumns, toProblem } from '../../core/failure.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { systemContext } from '../../core/transaction.ts'
import { checkKey } from './check.ts'
import { help } from './help.ts'

type Row = {
  site: string
  kind: IntegrationKind
  /** Sealed. */
  key: string
  base_url: string | null
  status: 'ok' | 'error' | null
  last_error: string | null
  reason: Failure['reason']
  params: Failure['params']
  last_at: number | null
  account: string | null
  plan: string | null
  created_at: number
  updated_at: number
}

const purpose = 'integration key'
const minute = 60_000

/** All integrations of the site, connected or not. Keys are never returned. */
export async function listIntegrations(ctx: Context): Promise<IntegrationList> {
  const rows = await ctx.sql<Row[]>`select * from integrations where site = ${ctx.site.id}`
  return {
    items: integrationKinds.map((kind) =>
      toIntegration(
        kind,
        rows.find((row) => row.kind === kind),
      ),
    ),
    help,
  }
}

/**
 * Saves a key, which is in use at once, and checks it.
 * @throws 400 for an empty key without a stored one, and for a base URL that may not be called
 */
export async function putIntegration(
  ctx: Context,
  { kind, ...given }: PutIntegration & { kind: IntegrationKind },
): Promise<IntegrationSaved> {
  const stored = await findRow(ctx, kind)
  const baseUrl = await baseUrlOf(ctx, kind, given.baseUrl, stored)
  const key = given.key.trim()
  if (key === '' && !stored) throw invalidField('key', rule('empty', 'Must not be empty.'))
  // Otherwise a saved key could be sent to any host.
  if (key === '' && stored && stored.base_url !== baseUrl)
    throw invalidField('key', rule('required', 'Enter the key again for the new address.'))
  const sealed = key === '' && stored ? stored.key : ctx.services.seal.close(purpose, key)
  await ctx.tx(async (tx) => {
    const at = tx.now()
    await tx.sql`
      insert into integrations (site, kind, key, base_url, created_at, updated_at)
      values (${tx.site.id}, ${kind}, ${sealed}, ${baseUrl}, ${at}, ${at})
      on conflict (site, kind) do update set key = excluded.key, base_url = excluded.base_url, status = null,
        last_error = null, reason = null, params = null, last_at = null, write_failed_at = null, account = null,
        plan = null, updated_at = excluded.updated_at`
    tx.emit('integration.changed', { id: kind })
  })
  const check = await checkIntegration(ctx, kind)
  return { ...toIntegration(kind, await findRow(ctx, kind)), check }
}

/** Calls the provider and stores the result. A site without a key gets `ok` false. */
export async function testIntegration(ctx: Context, { kind }: { kind: IntegrationKind }): Promise<IntegrationCheck> {
  return await checkIntegration(ctx, kind)
}

async function checkIntegration(ctx: Context, kind: IntegrationKind): Promise<IntegrationCheck> {
  const row = await findRow(ctx, kind)
  if (!row) {
    const { name } = help[kind]
    return { ok: false, detail: `${name} is not connected: save a key first.`, reason: null, params: null }
  }
  const { failed, account = null, plan = null, detail } = await check(ctx, row)
  const { error, ...why } = failureColumns(ctx.sql, failed)
  const { count } = await ctx.sql`
    update integrations set ${ctx.sql({ status: failed ? 'error' : 'ok', last_error: error, ...why, last_at: ctx.now(), write_failed_at: null } as never)},
      account = coalesce(${account}, account), plan = coalesce(${plan}, plan)
    where site = ${row.site} and kind = ${kind} and key = ${row.key}`
  if (count > 0) await notify(ctx, kind)
  return { ok: !failed, detail, reason: failed?.reason ?? null, params: failed?.params ?? null }
}

type Checked = { detail: string; failed?: Failure; account?: string | null; plan?: string | null }

async function check(ctx: Context, row: Row): Promise<Checked> {
  const opened = openKey(ctx.services, row)
  if ('failed' in opened) return { detail: opened.failed.message, failed: opened.failed }
  try {
    return await checkKey(ctx, row.kind, { key: opened.key, baseUrl: row.base_url })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { detail: error.message, failed: error }
  }
}

/** Forgets a key. Appointments stay. */
export async function deleteIntegration(
  ctx: Context,
  { kind }: { kind: IntegrationKind },
): Promise<IntegrationDeleted> {
  return await ctx.tx(async (tx) => {
    const { count } = await tx.sql`delete from integrations where site = ${tx.site.id} and kind = ${kind}`
    if (count > 0) tx.emit('integration.changed', { id: kind })
    return { kind, deleted: count > 0 }
  })
}

/** The integration of the site, as it is shown. */
export const findIntegration = async (ctx: Context, kind: IntegrationKind): Promise<Integration> =>
  toIntegration(kind, await findRow(ctx, kind))

export type IntegrationKey = { key: string; baseUrl: string | null }

/**
 * The key of an integration.
 * @returns undefined without one, or if it cannot be read, which is noted
 */
export async function findKey(ctx: Context, kind: IntegrationKind): Promise<IntegrationKey | undefined> {
  const row = await findRow(ctx, kind)
  if (!row) return undefined
  const opened = openKey(ctx.services, row)
  if ('key' in opened) return { key: opened.key, baseUrl: row.base_url }
  await noteResult(ctx, kind, 'read', opened.failed)
  return undefined
}

/** The same. @throws 400 without one */
export async function getKey(ctx: Context, kind: IntegrationKind): Promise<IntegrationKey> {
  const found = await findKey(ctx, kind)
  if (found) return found
  throw badRequest(`${help[kind].name} is not connected: save a key first.`, 'not_connected', { name: help[kind].name })
}

/** Whether a call reads or writes. */
export type CallKind = 'read' | 'write'

/** How long a failed write counts if nothing is written in between. */
const writeFailedFor = 24 * 60 * minute

/**
 * Stores the result of a call, for the owner. A call that reads does not end the failure of one that writes. Uses a
 * transaction of its own, so that it never counts as the change that a request makes.
 */
export async function noteResult(
  ctx: Context,
  kind: IntegrationKind,
  call: CallKind,
  failed: Failure | undefined,
): Promise<void> {
  const status = failed ? 'error' : 'ok'
  const { error, ...why } = failureColumns(ctx.sql, failed)
  const now = ctx.now()
  const isWrite = call === 'write'
  const writeFailedAt = isWrite ? ctx.sql`${failed ? now : null}` : ctx.sql`before.write_failed_at`
  const rows = await ctx.sql<{ was: string | null }[]>`
    update integrations one
    set status = ${status}, last_error = ${error}, reason = ${why.reason}, params = ${why.params}, last_at = ${now},
      write_failed_at = ${writeFailedAt}
    from integrations before
    where one.site = ${ctx.site.id} and one.kind = ${kind} and before.site = one.site and before.kind = one.kind
      and (before.status is distinct from ${status} or before.last_at is null or before.last_at < ${now - minute})
      and (${isWrite || failed !== undefined} or coalesce(before.write_failed_at, 0) < ${now - writeFailedFor})
    returning before.status as was`
  if (rows.some(({ was }) => was !== status)) await notify(ctx, kind)
}

const notify = (ctx: Context, kind: IntegrationKind): Promise<void> =>
  systemContext(ctx.services, ctx.site).tx(async (tx) => tx.emit('integration.changed', { id: kind }))

/** The integrations whose last check or call failed. */
export async function integrationProblems({ sql, site }: Context): Promise<Problem[]> {
  const rows = await sql<Row[]>`select * from integrations where site = ${site.id} and status = 'error' order by kind`
  return rows.map(({ kind, last_error, reason, params }) =>
    toProblem('integration_failing', `${help[kind].name} is failing`, { message: last_error ?? '', reason, params }),
  )
}

async function findRow({ sql, site }: Pick<Context, 'sql' | 'site'>, kind: IntegrationKind): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`select * from integrations where site = ${site.id} and kind = ${kind}`
  return row
}

function openKey({ seal }: Services, { key, kind }: Row): { key: string } | { failed: Failure } {
  try {
    return { key: seal.open(purpose, key) }
  } catch {
    const { name } = help[kind]
    const sentence = `The stored key of ${name} cannot be read, because the secret of the server changed. Enter it again.`
    return { failed: failure('secret_unreadable', sentence) }
  }
}

/** The base URL to store, without `/v2`; null for the cloud. */
async function baseUrlOf(
  { services }: Context,
  kind: IntegrationKind,
  given: string | null | undefined,
  stored: Row | undefined,
): Promise<string | null> {
  const text = (given === undefined ? (stored?.base_url ?? '') : (given ?? '')).trim()
  if (text === '') return null
  if (kind !== 'calcom') throw invalidField('baseUrl', rule('not_valid', 'Only Cal.com can be self-hosted.'))
  if (!URL.canParse(text)) throw invalidField('baseUrl', rule('web_address', 'Must be a URL.'))
  const url = new URL(text)
  const base = `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v2$/, '')
  if (url.search || url.hash) throw invalidField('baseUrl', rule('not_valid', 'Must have no query and no fragment.'))
  const refusal = await services.outside.requests.refusal(text, 'integration')
  if (refusal !== undefined) throw invalidField('baseUrl', rule('address_refused', refusal))
  return base
}

const toIntegration = (kind: IntegrationKind, row: Row | undefined): Integration => ({
  ...{ kind, name: help[kind].name, connected: row !== undefined, baseUrl: row?.base_url ?? null },
  ...{ status: row?.status ?? null, lastError: row?.last_error ?? null },
  ...{ reason: row?.reason ?? null, params: row?.params ?? null, lastAt: row?.last_at ?? null },
  ...{ account: row?.account ?? null, plan: row?.plan ?? null },
  ...{ createdAt: row?.created_at ?? null, updatedAt: row?.updated_at ?? null },
})
