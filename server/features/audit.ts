import { AuditPage, AuditQuery } from '../../shared/audit.ts'
import type { AuditRow } from '../core/audit.ts'
import type { Context } from '../core/context.ts'
import { badRequest } from '../core/error.ts'
import { get } from '../core/operation.ts'

type Row = AuditRow & { id: number }

/** Changes of the site, newest first; a person and the admin key see those of the deployment too. */
async function listAudit(ctx: Context, { before, limit }: AuditQuery): Promise<AuditPage> {
  const from = before === undefined ? null : cursor(before)
  const rows = await ctx.sql<Row[]>`
    select id, at, actor, action, target, site, status from audit
    where (${from}::bigint is null or id < ${from}) and ${visible(ctx)}
    order by id desc limit ${limit + 1}`
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => ({ ...row, id: `aud_${row.id}` })),
    next: rows.length > limit && last ? `aud_${last.id}` : null,
  }
}

const visible = (ctx: Context) =>
  ctx.actor.site === null ? ctx.sql`(site = ${ctx.site.id} or site is null)` : ctx.sql`site = ${ctx.site.id}`

function cursor(before: string): number {
  const match = /^aud_(\d{1,15})$/.exec(before)
  if (!match) throw badRequest('before: is no cursor of this list.')
  return Number(match[1])
}

export const auditOperations = {
  list: get('/audit', {
    summary: 'Read the audit log',
    description:
      'Every change through the API or the dashboard, refused ones included, newest first. Kept for 90 days.',
    scope: 'audit:read',
    input: AuditQuery,
    output: AuditPage,
    run: listAudit,
  }),
}
