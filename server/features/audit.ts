import { AuditPage, AuditQuery } from '../../shared/audit.ts'
import type { AuditRow } from '../core/call.ts'
import type { Context } from '../core/context.ts'
import { badRequest } from '../core/error.ts'
import { get } from '../core/operation.ts'

type Row = AuditRow & { id: number }

/** Changes to the site, newest first. People and the admin key also see changes to the deployment. */
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
  if (!match) throw badRequest('before: is not a cursor of this list.')
  return Number(match[1])
}

export const auditOperations = {
  list: get('/audit', {
    summary: 'List audit log entries',
    description:
      'Returns all changes made through the API or the dashboard, including rejected ones, newest first. Entries are kept for 90 days.',
    scope: 'audit:read',
    input: AuditQuery,
    output: AuditPage,
    run: listAudit,
  }),
}
