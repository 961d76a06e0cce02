import {
  AttributeDefinition,
  AttributeDefinitionId,
  AttributeDefinitionList,
  AttributeDefinitionsQuery,
  NewAttributeDefinition,
  PatchAttributeDefinition,
} from '../../../../shared/attribute-definition.ts'
import { Deleted } from '../../../../shared/page.ts'
import { del, get, patch, post } from '../../../core/operation.ts'
import { createDefinition, deleteDefinition, listDefinitions, patchDefinition } from './definitions.ts'

const change = {
  summary: 'Change the definition of an attribute',
  description: 'The values that records have stay as they are.',
  scope: 'settings:write' as const,
  errors: [409],
  input: PatchAttributeDefinition.extend(AttributeDefinitionId.shape),
  output: AttributeDefinition,
  run: patchDefinition,
}

const remove = {
  summary: 'Delete the definition of an attribute',
  description: 'The values that records have stay.',
  scope: 'settings:write' as const,
  input: AttributeDefinitionId,
  output: Deleted,
  run: deleteDefinition,
}

export const attributeOperations = {
  list: get('/attribute-definitions', {
    summary: 'List the attributes that the site defines',
    scope: 'settings:read',
    input: AttributeDefinitionsQuery,
    output: AttributeDefinitionList,
    run: listDefinitions,
  }),
  create: post('/attribute-definitions', {
    summary: 'Define an attribute of contacts or conversations',
    description:
      'It guides forms and screens. Of a `choice`, a value that is none of its options is refused from then on; other ' +
      'types refuse nothing. A site defines at most 50 of contacts and 50 of conversations.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    input: NewAttributeDefinition,
    output: AttributeDefinition,
    run: createDefinition,
  }),
  // Their id stands in the body or the query, and is unknown as one in the path is.
  change: patch('/attribute-definitions', { ...change, errors: [404, 409] }),
  update: patch('/attribute-definitions/:id', change),
  remove: del('/attribute-definitions', { ...remove, errors: [404] }),
  delete: del('/attribute-definitions/:id', remove),
}
