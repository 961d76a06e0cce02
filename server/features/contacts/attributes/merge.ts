import { z } from 'zod'
import { type Attributes, type AttributesPatch, mergeAttributes } from '../../../../shared/attribute.ts'
import type { AttributeEntity } from '../../../../shared/attribute-definition.ts'
import { rule } from '../../../../shared/fault.ts'
import type { Tx } from '../../../core/context.ts'
import { invalid, invalidField } from '../../../core/error.ts'

/**
 * The attributes of a record with a patch over them. 400 where that is too much, though the patch alone was not, and for a
 * value that a defined choice does not offer.
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

/** Whether two records have the same attributes, in whatever order. */
export const sameTexts = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])
