import { palette } from '../../../shared/color.ts'
import {
  type Label,
  type LabelList,
  labelColors,
  mostLabels,
  type NewLabel,
  type PatchLabel,
} from '../../../shared/label.ts'
import type { Deleted } from '../../../shared/page.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, conflict, notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'

type LabelRow = Label & { site: string; created_at: number }

/** The site's labels by name, and the colours that one may be given. */
export async function listLabels({ sql, site }: Context): Promise<LabelList> {
  const rows = await sql<LabelRow[]>`
    select * from labels where site = ${site.id} order by lower(name collate "und-x-icu"), id limit ${mostLabels}`
  return { labels: rows.map(toLabel), colors: [...labelColors] }
}

/** Makes a label; without a colour it gets the one that the fewest have. 409 where the name is taken, in any case. */
export async function createLabel(ctx: Context, { name, color, description, ai }: NewLabel): Promise<Label> {
  return await ctx.tx(async (tx) => {
    const others = await lockLabels(tx)
    if (others.length >= mostLabels) throw badRequest(`A site has at most ${mostLabels} labels. Delete one first.`)
    await refuseTaken(tx, name)
    const label = { id: newId('lbl'), name, color: color ?? leastUsed(others), description, ai }
    await tx.sql`insert into labels ${tx.sql({ ...label, site: tx.site.id, created_at: tx.now() })}`
    tx.emit('label.changed', { id: label.id })
    return label
  })
}

/** Changes a label wherever it is shown. 409 where the new name is another's. */
export async function patchLabel(ctx: Context, { id, ...patch }: PatchLabel & { id: string }): Promise<Label> {
  return await ctx.tx(async (tx) => {
    const label = (await lockLabels(tx)).find((one) => one.id === id)
    if (!label) throw notFound('label')
    const given = Object.entries(patch).filter(([name, value]) => label[name as keyof Label] !== value)
    const changes = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Partial<Label>
    if (Object.keys(changes).length === 0) return label
    if (changes.name !== undefined) await refuseTaken(tx, changes.name, id)
    await tx.sql`update labels set ${tx.sql(changes)} where id = ${id}`
    tx.emit('label.changed', { id })
    return { ...label, ...changes }
  })
}

/** Deletes a label and takes it off every conversation. */
export async function deleteLabel(ctx: Context, { id }: { id: string }): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    const { count } = await tx.sql`delete from labels where id = ${id} and site = ${tx.site.id}`
    if (count === 0) throw notFound('label')
    tx.emit('label.changed', { id })
    return { id, deleted: true }
  })
}

/** The site's labels; who is about to change one waits for the other who is. */
async function lockLabels(tx: Tx): Promise<Label[]> {
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`labels ${tx.site.id}`}, 0))`
  const rows = await tx.sql<LabelRow[]>`select * from labels where site = ${tx.site.id}`
  return rows.map(toLabel)
}

/** The database compares, as its unique index does. */
async function refuseTaken(tx: Tx, name: string, but = ''): Promise<void> {
  const [taken] = await tx.sql<{ id: string }[]>`
    select id from labels
    where site = ${tx.site.id} and lower(name collate "und-x-icu") = lower(${name} collate "und-x-icu") and id <> ${but}`
  if (taken) throw conflict(`name: the label ${taken.id} is called that.`)
}

function leastUsed(labels: Label[]): string {
  const uses = (color: string) => labels.filter((label) => label.color === color).length
  return palette.toSorted((a, b) => uses(a) - uses(b))[0] as string
}

const toLabel = ({ id, name, color, description, ai }: LabelRow): Label => ({ id, name, color, description, ai })
