import type { z } from 'zod'
import {
  type EmailService,
  type EmailServiceAnswer,
  exampleSender,
  type PutEmailService,
  type SmtpInput,
} from '../../../shared/email.ts'
import { rule } from '../../../shared/fault.ts'
import type { RequestMethod } from '../../../shared/request.ts'
import type { Context, Services, Tx } from '../../core/context.ts'
import { badRequest, invalidField } from '../../core/error.ts'
import { type Failure, failureColumns } from '../../core/failure.ts'
import { checkRequestUrl, refuseUnknown } from '../../core/outgoing.ts'
import { headerStore, headersFor, refuseUnset, type StoredHeader, showHeaders } from '../../core/secret-headers.ts'
import type { Sql } from '../../database/database.ts'
import { presetOf, presets } from './presets.ts'
import { bounceUrl } from './visitor/bounces.ts'

/** `password` is sealed; empty if there is none. */
type StoredSmtp = z.output<typeof SmtpInput>

export type ServiceRow = {
  site: string
  preset: EmailService['preset']
  method: RequestMethod
  url: string
  headers: StoredHeader[]
  body: string
  smtp: StoredSmtp | null
  enabled: boolean
  dashboard_url: string
  to_visitors: boolean
  last_status: 'ok' | 'error' | null
  last_error: string | null
  reason: Failure['reason']
  params: Failure['params']
  last_at: number | null
  updated_by: string
  updated_at: number
}

const known = ['email']
export const emailHeaders = ({ seal }: Pick<Services, 'seal'>) => headerStore(seal, 'email header')
export const passwordPurpose = 'smtp password'

export async function findService({ sql, site }: Pick<Context, 'sql' | 'site'>): Promise<ServiceRow | undefined> {
  const [row] = await sql<ServiceRow[]>`select * from email_services where site = ${site.id}`
  return row
}

/** Whether the site sends email to its visitors. */
export const sendsToVisitors = async ({ sql, site }: { sql: Sql; site: { id: string } }): Promise<boolean> =>
  (await sql`select from email_services where site = ${site.id} and enabled and to_visitors`).length > 0

/** The email service of the site, and the providers that it can be made from. */
export async function getEmailService(ctx: Context): Promise<EmailServiceAnswer> {
  const row = await findService(ctx)
  return { service: row ? toService(ctx.services, row) : null, presets }
}

/** Sets up how the site sends email, replacing what was there. */
export async function putEmailService(ctx: Context, given: PutEmailService): Promise<EmailServiceAnswer> {
  const before = await findService(ctx)
  const request = given.smtp ? smtpOf(ctx, given.smtp, before) : requestOf(ctx, given, before)
  await checkService(ctx, request)
  const { sql } = ctx
  await ctx.tx(async (tx) => {
    const row = {
      ...request,
      headers: sql.json(request.headers),
      smtp: request.smtp && sql.json(request.smtp),
      ...{ site: tx.site.id, enabled: given.enabled, dashboard_url: given.dashboardUrl, to_visitors: given.toVisitors },
      ...{ updated_by: tx.actor.id, updated_at: tx.now() },
      ...{ last_status: null, last_error: null, reason: null, params: null, last_at: null },
    }
    await tx.sql`
      insert into email_services ${tx.sql(row as never)} on conflict (site) do update set ${tx.sql(row as never)}`
    tx.emit('email.changed', { id: tx.site.id })
  })
  return await getEmailService(ctx)
}

/** Removes the email service. Emails that wait are not sent. */
export async function deleteEmailService(ctx: Context): Promise<{ deleted: boolean }> {
  return await ctx.tx(async (tx) => {
    const { count } = await tx.sql`delete from email_services where site = ${tx.site.id}`
    if (count > 0) tx.emit('email.changed', { id: tx.site.id })
    return { deleted: count > 0 }
  })
}

type Request = Pick<ServiceRow, 'preset' | 'method' | 'url' | 'headers' | 'body' | 'smtp'>

function smtpOf({ services }: Context, smtp: StoredSmtp, before: ServiceRow | undefined): Request {
  const kept = before?.smtp?.host === smtp.host ? before.smtp.password : ''
  const password = smtp.password === '' ? kept : services.seal.close(passwordPurpose, smtp.password)
  return { preset: null, method: 'POST', url: '', headers: [], body: '', smtp: { ...smtp, password } }
}

/** An HTTP request: that of a provider with the given changes, or the caller's own. */
function requestOf({ services }: Context, given: PutEmailService, before: ServiceRow | undefined): Request {
  const preset = given.preset && presetOf(given.preset)
  const url = given.url ?? preset?.request.url
  if (url === undefined) throw badRequest('url: send `preset`, `url` or `smtp`.')
  const stored = before?.smtp ? [] : (before?.headers ?? [])
  const { header: name = '', prefix = '' } = preset?.key ?? {}
  const isKey = (header: { name: string }) => header.name.toLowerCase() === name.toLowerCase()
  const value = given.key ? `${prefix}${given.key}` : ''
  const headers = (given.headers ?? preset?.request.headers ?? []).map((header) => ({
    ...{ name: header.name, secret: header.secret },
    value: preset && isKey(header) && value ? value : header.value,
  }))
  const body = given.body ?? preset?.request.body ?? ''
  return {
    preset: given.preset ?? null,
    method: given.method ?? 'POST',
    url,
    headers: emailHeaders(services).close(headers, headersFor(stored, before?.url ?? '', url)),
    body: given.from === undefined ? body : withSender(body, given.from),
    smtp: null,
  }
}

/** Where a provider takes an address alone, with the name beside it. */
const addressAlone = new RegExp(`"(email)"(\\s*:\\s*)"${exampleSender.replaceAll('.', '\\.')}"`, 'gi')

/** Replaces the example of a sender, in a body in JSON or in a form. */
function withSender(body: string, from: string): string {
  if (!body.trimStart().startsWith('{')) return body.replaceAll(exampleSender, () => encodeURIComponent(from))
  const { name, address } = senderOf(from)
  const named = (key: string) =>
    name === '' ? '' : `, "${key === 'Email' ? 'Name' : 'name'}": ${JSON.stringify(name)}`
  return body
    .replace(addressAlone, (_, key, colon) => `"${key}"${colon}${JSON.stringify(address)}${named(key)}`)
    .replaceAll(exampleSender, () => JSON.stringify(from).slice(1, -1))
}

/** The parts of `Harbour Bikes <desk@example.com>`, or of an address without a name. */
export function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<([^<>]+)>\s*$/s.exec(from) ?? []
  return { name: name.trim().replace(/^"(.*)"$/s, '$1'), address: address.trim() }
}

async function checkService(ctx: Context, { url, headers, body, smtp }: Request): Promise<void> {
  if (smtp) {
    if (smtp.from.includes(exampleSender)) throw invalidField('smtp.from', exampleRule)
    return await checkHost(ctx, smtp)
  }
  await checkRequestUrl(ctx, { field: 'url', url, purpose: 'email', known })
  if (url.includes('your-domain.example')) throw invalidField('url', exampleRule)
  refuseUnknown('body', body, known)
  if (body.includes(exampleSender)) throw invalidField('body', exampleRule)
  refuseUnset('headers', headers)
}

const exampleRule = rule('sender_example', 'Replace the example of the sender by your own address.')

async function checkHost({ services }: Context, { host, port }: StoredSmtp): Promise<void> {
  const refusal = await services.outside.requests.refusal(`https://${host}:${port}/`, 'email')
  if (refusal !== undefined) throw invalidField('smtp.host', rule('address_refused', refusal))
}

/** The result of the last email, for the owner. */
export async function noteResult(tx: Tx, failed: Failure | undefined): Promise<void> {
  const [before] = await tx.sql<{ last_status: string | null }[]>`
    select last_status from email_services where site = ${tx.site.id} for update`
  if (!before) return
  const status = failed ? 'error' : 'ok'
  const { error, ...why } = failureColumns(tx.sql, failed)
  await tx.sql`
    update email_services set ${tx.sql({ last_status: status, last_error: error, ...why, last_at: tx.now() } as never)}
    where site = ${tx.site.id}`
  if (before.last_status !== status) tx.emit('email.changed', { id: tx.site.id })
}

const toService = (services: Services, row: ServiceRow): EmailService => ({
  ...{ preset: row.preset, method: row.method, url: row.url, headers: showHeaders(row.headers), body: row.body },
  smtp: row.smtp && showSmtp(row.smtp),
  ...{ enabled: row.enabled, dashboardUrl: row.dashboard_url, toVisitors: row.to_visitors },
  bounceUrl: bounceUrl(services, row.site),
  ...{ lastStatus: row.last_status, lastError: row.last_error },
  ...{ reason: row.reason, params: row.params, lastAt: row.last_at },
  ...{ updatedBy: row.updated_by, updatedAt: row.updated_at },
})

const showSmtp = ({ password, ...smtp }: StoredSmtp): EmailService['smtp'] => ({
  ...smtp,
  passwordSet: password !== '',
})
