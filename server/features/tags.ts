import { palette } from '../../shared/color.ts'
import type { ErrorReason } from '../../shared/error.ts'
import type { Deleted } from '../../shared/page.ts'
import type { Context, Tx } from '../core/context.ts'
import { badRequest, notFound, taken } from '../core/error.ts'
import { newId } from '../core/ids.ts'
import { lock } from '../core/transaction.ts'

/** What labels of conversations and tags of contacts have in common: a colour, and a name that is unique per site. */
export type Tag = { id: string; name: string; color: string }

export type TagKind<M extends Tag> = {
  table: 'labels' | 'contact_tags'
  prefix: string
  /** The word for it in messages. */
  what: string
  /** The error reason when a site has too many. */
  tooMany: ErrorReason
  /** The maximum per site. */
  max: number
  toTag(row: M): M
  emitChanged(tx: Tx, id: string): void
}

/** Lists the tags of the site by name. */
export async function listTagsOfKind<M extends Tag>({ sql, site }: Context, kind: TagKind<M>): Promise<M[]> {
  const rows = await sql<M[]>`
    select * from ${sql(kind.table)} where site = ${site.id}
    order by lower(name collate "und-x-icu"), id limit ${kind.max}`
  return rows.map(kind.toTag)
}

/** Creates a tag. Without a colour, it gets the least used one. 409 if the name is taken, ignoring case. */
export async function createTagOfKind<M extends Tag>(
  ctx: Context,
  kind: TagKind<M>,
  given: Omit<M, 'id' | 'color'> & { color?: string | undefined },
): Promise<M> {
  return await ctx.tx(async (tx) => {
    const others = await lockTags(tx, kind)
    if (others.length >= kind.max)
      throw badRequest(`A site can have at most ${kind.max} ${kind.what}s. Delete one first.`, kind.tooMany, {
        limit: kind.max,
      })
    await refuseTaken(tx, kind, given.name as string)
    const tag = { ...given, id: newId(kind.prefix), color: given.color ?? leastUsed(others) } as unknown as M
    await tx.sql`
      insert into ${tx.sql(kind.table)} ${tx.sql({ ...tag, site: tx.site.id, created_at: tx.now() } as never)}`
    kind.emitChanged(tx, tag.id)
    return kind.toTag(tag)
  })
}

/** Updates a tag. 409 if another one has the new name. */
export async function patchTagOfKind<M extends Tag>(
  ctx: Context,
  kind: TagKind<M>,
  { id, ...patch }: Partial<M> & { id: string },
): Promise<M> {
  return await ctx.tx(async (tx) => {
    const tag = (await lockTags(tx, kind)).find((one) => one.id === id)
    if (!tag) throw notFound(kind.what)
    const given = Object.entries(patch).filter(([name, value]) => tag[name as keyof M] !== value)
    const changes = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Partial<M>
    if (Object.keys(changes).length === 0) return tag
    if (changes.name !== undefined) await refuseTaken(tx, kind, changes.name, id)
    await tx.sql`update ${tx.sql(kind.table)} set ${tx.sql(changes as never)} where id = ${id}`
    kind.emitChanged(tx, id)
    return { ...tag, ...changes }
  })
}

/** Deletes a tag and removes it from all records. `before` runs first, while the tag is locked. */
export async function deleteTagOfKind<M extends Tag>(
  ctx: Context,
  kind: TagKind<M>,
  id: string,
  before: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    const [held] = await tx.sql`
      select id from ${tx.sql(kind.table)} where id = ${id} and site = ${tx.site.id} for update`
    if (!held) throw notFound(kind.what)
    await before(tx)
    await tx.sql`delete from ${tx.sql(kind.table)} where id = ${id}`
    kind.emitChanged(tx, id)
    return { id, deleted: true }
  })
}

/** Lists the tags of the site under a lock, which serialises changes. */
async function lockTags<M extends Tag>(tx: Tx, kind: TagKind<M>): Promise<M[]> {
  await lock(tx.sql, kind.table, tx.site.id)
  const rows = await tx.sql<M[]>`select * from ${tx.sql(kind.table)} where site = ${tx.site.id}`
  return rows.map(kind.toTag)
}

/** The database compares the names, so the result matches its unique index. */
async function refuseTaken<M extends Tag>(tx: Tx, kind: TagKind<M>, name: string, but = ''): Promise<void> {
  const [found] = await tx.sql<{ id: string }[]>`
    select id from ${tx.sql(kind.table)}
    where site = ${tx.site.id} and lower(name collate "und-x-icu") = lower(${name} collate "und-x-icu") and id <> ${but}`
  if (found)
    throw taken(found.id, `name: already used by ${kind.what} ${found.id}.`, 'name_taken', { record: kind.what })
}

function leastUsed(tags: Tag[]): string {
  const uses = (color: string) => tags.filter((tag) => tag.color === color).length
  return palette.toSorted((a, b) => uses(a) - uses(b))[0] as string
}
