import { palette } from '../../../../shared/color.ts'
import type { ErrorReason } from '../../../../shared/error.ts'
import type { Deleted } from '../../../../shared/page.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { badRequest, notFound, taken } from '../../../core/error.ts'
import { newId } from '../../../core/ids.ts'
import { lock } from '../../../core/lock.ts'

/** What labels of conversations and tags of contacts are: a name that no other of the site has, and a colour. */
export type Mark = { id: string; name: string; color: string }

export type MarkKind<M extends Mark> = {
  table: 'labels' | 'contact_tags'
  prefix: string
  /** What a person calls one. */
  what: string
  /** Why no more are made. */
  tooMany: ErrorReason
  /** As many as a site may have. */
  most: number
  toMark(row: M): M
  tell(tx: Tx, id: string): void
}

/** The site's, by name. */
export async function listMarks<M extends Mark>({ sql, site }: Context, kind: MarkKind<M>): Promise<M[]> {
  const rows = await sql<M[]>`
    select * from ${sql(kind.table)} where site = ${site.id}
    order by lower(name collate "und-x-icu"), id limit ${kind.most}`
  return rows.map(kind.toMark)
}

/** Makes one; without a colour it gets the one that the fewest have. 409 where the name is taken, in any case. */
export async function createMark<M extends Mark>(
  ctx: Context,
  kind: MarkKind<M>,
  given: Omit<M, 'id' | 'color'> & { color?: string | undefined },
): Promise<M> {
  return await ctx.tx(async (tx) => {
    const others = await lockMarks(tx, kind)
    if (others.length >= kind.most)
      throw badRequest(`A site has at most ${kind.most} ${kind.what}s. Delete one first.`, kind.tooMany, {
        limit: kind.most,
      })
    await refuseTaken(tx, kind, given.name as string)
    const mark = { ...given, id: newId(kind.prefix), color: given.color ?? leastUsed(others) } as unknown as M
    await tx.sql`
      insert into ${tx.sql(kind.table)} ${tx.sql({ ...mark, site: tx.site.id, created_at: tx.now() } as never)}`
    kind.tell(tx, mark.id)
    return kind.toMark(mark)
  })
}

/** Changes one wherever it is shown. 409 where the new name is another's. */
export async function patchMark<M extends Mark>(
  ctx: Context,
  kind: MarkKind<M>,
  { id, ...patch }: Partial<M> & { id: string },
): Promise<M> {
  return await ctx.tx(async (tx) => {
    const mark = (await lockMarks(tx, kind)).find((one) => one.id === id)
    if (!mark) throw notFound(kind.what)
    const given = Object.entries(patch).filter(([name, value]) => mark[name as keyof M] !== value)
    const changes = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Partial<M>
    if (Object.keys(changes).length === 0) return mark
    if (changes.name !== undefined) await refuseTaken(tx, kind, changes.name, id)
    await tx.sql`update ${tx.sql(kind.table)} set ${tx.sql(changes as never)} where id = ${id}`
    kind.tell(tx, id)
    return { ...mark, ...changes }
  })
}

/** Deletes one, and with it every place that carries it; `before` is done first, while it is held. */
export async function deleteMark<M extends Mark>(
  ctx: Context,
  kind: MarkKind<M>,
  id: string,
  before: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    const [held] = await tx.sql`
      select id from ${tx.sql(kind.table)} where id = ${id} and site = ${tx.site.id} for update`
    if (!held) throw notFound(kind.what)
    await before(tx)
    await tx.sql`delete from ${tx.sql(kind.table)} where id = ${id}`
    kind.tell(tx, id)
    return { id, deleted: true }
  })
}

/** The site's; who is about to change one waits for the other who is. */
async function lockMarks<M extends Mark>(tx: Tx, kind: MarkKind<M>): Promise<M[]> {
  await lock(tx.sql, kind.table, tx.site.id)
  const rows = await tx.sql<M[]>`select * from ${tx.sql(kind.table)} where site = ${tx.site.id}`
  return rows.map(kind.toMark)
}

/** The database compares, as its unique index does. */
async function refuseTaken<M extends Mark>(tx: Tx, kind: MarkKind<M>, name: string, but = ''): Promise<void> {
  const [found] = await tx.sql<{ id: string }[]>`
    select id from ${tx.sql(kind.table)}
    where site = ${tx.site.id} and lower(name collate "und-x-icu") = lower(${name} collate "und-x-icu") and id <> ${but}`
  if (found)
    throw taken(found.id, `name: the ${kind.what} ${found.id} is called that.`, 'name_taken', { record: kind.what })
}

function leastUsed(marks: Mark[]): string {
  const uses = (color: string) => marks.filter((mark) => mark.color === color).length
  return palette.toSorted((a, b) => uses(a) - uses(b))[0] as string
}
