import { z } from 'zod'
import { ContactTag, ContactTagList, NewContactTag, PatchContactTag } from '../../../../shared/contact-tag.ts'
import { Deleted } from '../../../../shared/page.ts'
import { exact } from '../../../../shared/text.ts'
import { del, get, patch, post } from '../../../core/operation.ts'
import { createTag, deleteTag, listTags, patchTag } from './contact-tags.ts'

const id = exact(64, 1)

export const contactTagOperations = {
  list: get('/contact-tags', {
    summary: 'List the tags of contacts',
    scope: 'leads:read',
    input: z.object({}),
    output: ContactTagList,
    run: listTags,
  }),
  create: post('/contact-tags', {
    summary: 'Make a tag',
    description: 'No two have the same name, whatever its case. A site has at most 100.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    input: NewContactTag,
    output: ContactTag,
    run: createTag,
  }),
  update: patch('/contact-tags/:id', {
    summary: 'Change a tag',
    description: 'It changes on every contact that carries it.',
    scope: 'settings:write',
    errors: [409],
    input: PatchContactTag.extend({ id }),
    output: ContactTag,
    run: patchTag,
  }),
  delete: del('/contact-tags/:id', {
    summary: 'Delete a tag',
    description: 'It is taken off every contact.',
    scope: 'settings:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteTag,
  }),
}
