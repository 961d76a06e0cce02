import { z } from 'zod'
import { type Attributes, type AttributesPatch, mergeAttributes } from '../../../shared/attribute.ts'
import {
  AttributeDefinition,
  AttributeDefinitionId,
  AttributeDefinitionList,
  AttributeDefinitionsQuery,
  type AttributeEntity,
  maxDefinitions,
  NewAttributeDefinition,
  PatchAttributeDefinition,
} from '../../../shared/attribute-definition.ts'
import { rule } from '../../../shared/fault.ts'
import { Deleted } from '../../../shared/page.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, invalid, invalidField, notFound, taken } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import { lock } from '../../core/transaction.ts'
import type { Sql } from '../../database/database.ts'

type Definition = AttributeDefinition

const columns = (sql: Sql) => sql`
  id, entity, key, label, type, options, description, created_at as "createdAt", updated_at as "updatedAt"`

/** The attributes that the site defines, in the order of creation. */
async function listDefinitions(
  { sql, site }: Context,
  { entity }: AttributeDefinitionsQuery,
): Promise<AttributeDefinitionList> {
  const definitions = await sql<Definition[]>`
    select ${columns(sql)} from attribute_definitions
    where site = ${site.id} ${entity ? sql`and entity = ${entity}` : sql``} order by entity, created_at, key`
  return { definitions: [...definitions] }
}

/** Defines an attribute. Its label defaults to the key. 409 if the key is taken for this type of record. */
export async function createDefinition(ctx: Context, { label, ...given }: NewAttributeDefinition): Promise<Definition> {
  return await ctx.tx(async (tx) => {
    const others = (await lockDefinitions(tx)).filter(({ entity }) => entity === given.entity)
    if (others.length >= maxDefinitions)
      throw badRequest(
        `A site can have at most ${maxDefinitions} attributes per ${given.entity}. Delete one first.`,
        'too_many_attributes',
        {
          limit: maxDefinitions,
        },
      )
    const at = tx.now()
    const made = withOptions({ ...given, label: label ?? given.key, id: newId('attr'), createdAt: at, updatedAt: at })
    refuseTaken(others, made)
    const row = { ...stored(tx, made), site: tx.site.id, created_at: at }
    await tx.sql`insert into attribute_definitions ${tx.sql(row as never)}`
    tx.emit('attribute-definition.changed', { id: made.id })
    return made
  })
}

/** Changes a definition. Existing values of records do not change. */
async function patchDefinition(
  ctx: Context,
  { id, ...patch }: PatchAttributeDefinition & { id: string },
): Promise<Definition> {
  return await ctx.tx(async (tx) => {
    const all = await lockDefinitions(tx)
    const before = all.find((one) => one.id === id)
    if (!before) throw notFound('attribute')
    const given = Object.entries(patch).filter(([, value]) => value !== undefined)
    const after = withOptions({ ...before, ...Object.fromEntries(given) })
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    refuseTaken(all, after)
    const changed = { ...after, updatedAt: tx.now() }
    await tx.sql`update attribute_definitions set ${tx.sql(stored(tx, changed) as never)} where id = ${id}`
    tx.emit('attribute-definition.changed', { id })
    return changed
  })
}

/** Deletes a definition. Existing values of records stay. */
export async function deleteDefinition(ctx: Context, { id }: { id: string }): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    const { count } = await tx.sql`delete from attribute_definitions where id = ${id} and site = ${tx.site.id}`
    if (count === 0) throw notFound('attribute')
    tx.emit('attribute-definition.changed', { id })
    return { id, deleted: true }
  })
}

/** The site's definitions, locked so that changes are serialised. */
async function lockDefinitions({ sql, site }: Tx): Promise<Definition[]> {
  await lock(sql, 'attributes', site.id)
  return await sql<Definition[]>`select ${columns(sql)} from attribute_definitions where site = ${site.id}`
}

function refuseTaken(others: Definition[], { id, entity, key }: Definition): void {
  const found = others.find((other) => other.id !== id && other.entity === entity && other.key === key)
  if (found) throw taken(found.id, `key: already used by attribute ${found.id}.`, 'attribute_key_taken')
}

/** Options of a choice without duplicates; other types have none. */
function withOptions(definition: Definition): Definition {
  const options = definition.type === 'choice' ? [...new Set(definition.options)] : []
  if (definition.type === 'choice' && options.length === 0)
    throw badRequest('options: A choice needs at least one option.')
  return { ...definition, options }
}

const stored = ({ sql }: Tx, { createdAt: _, updatedAt, options, ...others }: Definition) => ({
  ...others,
  options: sql.json(options),
  updated_at: updatedAt,
})

/**
 * The attributes of a record with a patch applied. 400 if the result has too many, or for a value that a defined choice
 * does not offer.
 */
export async function mergedAttributes(
  tx: Tx,
  entity: AttributeEntity,
  current: Attributes,
  patch: AttributesPatch = {},
): Promise<Attributes> {
  await refuseOtherChoices(tx, entity, patch)
  try {
    return mergeAttributes(current, patch)
  } catch (error) {
    throw error instanceof z.ZodError ? invalid(error, ['attributes']) : error
  }
}

async function refuseOtherChoices({ sql, site }: Tx, entity: AttributeEntity, patch: AttributesPatch): Promise<void> {
  const given = Object.entries(patch).filter((entry): entry is [string, string] => entry[1] !== null)
  if (given.length === 0) return
  const choices = await sql<{ key: string; options: string[] }[]>`
    select key, options from attribute_definitions
    where site = ${site.id} and entity = ${entity} and type = 'choice' and key = any(${given.map(([key]) => key)}::text[])`
  for (const { key, options } of choices)
    if (!options.includes(patch[key] as string))
      throw invalidField(
        `attributes.${key}`,
        rule('wrong_value', `Must be one of ${options.join(', ')}.`, { allowed: options.join(', ') }),
      )
}

/** Whether two records have the same attributes, in any order. */
/** Values that a person did not choose: an option in any case becomes that option; other values of a choice are left out. */
export async function fittingChoices(
  { sql, site }: Pick<Context, 'sql' | 'site'>,
  entity: AttributeEntity,
  values: Record<string, string>,
): Promise<Record<string, string>> {
  const choices = await sql<{ key: string; options: string[] }[]>`
    select key, options from attribute_definitions
    where site = ${site.id} and entity = ${entity} and type = 'choice' and key = any(${Object.keys(values)}::text[])`
  const fitted = Object.entries(values).map(([key, value]): [string, string | undefined] => {
    const options = choices.find((choice) => choice.key === key)?.options
    return [key, options ? options.find((option) => option.toLowerCase() === value.toLowerCase()) : value]
  })
  return Object.fromEntries(fitted.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

export const sameTexts = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

const change = {
  summary: 'Update an attribute definition',
  description: 'Existing values of records do not change.',
  scope: 'settings:write' as const,
  errors: [409],
  input: PatchAttributeDefinition.extend(AttributeDefinitionId.shape),
  output: AttributeDefinition,
  run: patchDefinition,
}

const remove = {
  summary: 'Delete an attribute definition',
  description: 'Existing values of records stay.',
  scope: 'settings:write' as const,
  input: AttributeDefinitionId,
  output: Deleted,
  run: deleteDefinition,
}

export const attributeOperations = {
  list: get('/attribute-definitions', {
    summary: 'List attribute definitions',
    scope: 'settings:read',
    input: AttributeDefinitionsQuery,
    output: AttributeDefinitionList,
    run: listDefinitions,
  }),
  create: post('/attribute-definitions', {
    summary: 'Create an attribute definition',
    description:
      'Definitions guide forms and screens. From then on, a `choice` rejects values other than its options; other ' +
      'types accept any value. A site can have at most 50 definitions for contacts and 50 for conversations.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    input: NewAttributeDefinition,
    output: AttributeDefinition,
    run: createDefinition,
  }),
  // These have the id in the body or query and return 404 for an unknown one, as the path does.
  change: patch('/attribute-definitions', { ...change, errors: [404, 409] }),
  update: patch('/attribute-definitions/:id', change),
  remove: del('/attribute-definitions', { ...remove, errors: [404] }),
  delete: del('/attribute-definitions/:id', remove),
}
