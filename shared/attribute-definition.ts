import { z } from 'zod'
import { attributeKey } from './attribute.ts'
import { Milliseconds } from './page.ts'
import { exact, line, text } from './text.ts'

export const AttributeEntity = z.enum(['contact', 'conversation'])
export type AttributeEntity = z.infer<typeof AttributeEntity>

export const AttributeType = z.enum(['text', 'number', 'boolean', 'date', 'choice'])

export const AttributeDefinition = z
  .object({
    id: z.string().describe('Begins with `attr_`.'),
    entity: AttributeEntity,
    key: z.string().describe('The name of the attribute on a record.'),
    label: z.string(),
    type: AttributeType,
    options: z.array(z.string()).describe('The allowed values of a `choice` attribute.'),
    description: z.string(),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: 'AttributeDefinition' })
export type AttributeDefinition = z.infer<typeof AttributeDefinition>

/** The maximum per site, for contacts and for conversations each. */
export const maxDefinitions = 50

const options = z.array(line(200, 1)).max(100)
const fields = {
  entity: AttributeEntity,
  key: attributeKey,
  label: line(100, 1),
  type: AttributeType,
  options,
  description: text(500),
}

export const NewAttributeDefinition = z
  .object({
    ...fields,
    label: fields.label.optional().describe('Defaults to the key.'),
    type: AttributeType.default('text'),
    options: options.default([]),
    description: fields.description.default(''),
  })
  .meta({ id: 'NewAttributeDefinition' })
export type NewAttributeDefinition = z.infer<typeof NewAttributeDefinition>

export const PatchAttributeDefinition = z.object(fields).partial().meta({ id: 'PatchAttributeDefinition' })
export type PatchAttributeDefinition = z.infer<typeof PatchAttributeDefinition>

export const AttributeDefinitionId = z.object({ id: exact(64, 1) })

export const AttributeDefinitionsQuery = z.object({ entity: AttributeEntity.optional() })
export type AttributeDefinitionsQuery = z.infer<typeof AttributeDefinitionsQuery>

export const AttributeDefinitionList = z
  .object({ definitions: z.array(AttributeDefinition) })
  .meta({ id: 'AttributeDefinitionList' })
export type AttributeDefinitionList = z.infer<typeof AttributeDefinitionList>
