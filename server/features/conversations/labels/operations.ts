import { z } from 'zod'
import { Label, LabelList, NewLabel, PatchLabel } from '../../../../shared/label.ts'
import { Deleted } from '../../../../shared/page.ts'
import { exact } from '../../../../shared/text.ts'
import { del, get, patch, post } from '../../../core/operation.ts'
import { createLabel, deleteLabel, listLabels, patchLabel } from './labels.ts'

const id = exact(64, 1)

export const labelOperations = {
  list: get('/labels', {
    summary: 'List the labels of conversations',
    scope: 'conversations:read',
    input: z.object({}),
    output: LabelList,
    run: listLabels,
  }),
  create: post('/labels', {
    summary: 'Make a label',
    description: 'No two have the same name, whatever its case.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    input: NewLabel,
    output: Label,
    run: createLabel,
  }),
  update: patch('/labels/:id', {
    summary: 'Change a label',
    description: 'It changes on every conversation that carries it.',
    scope: 'settings:write',
    errors: [409],
    input: PatchLabel.extend({ id }),
    output: Label,
    run: patchLabel,
  }),
  delete: del('/labels/:id', {
    summary: 'Delete a label',
    description: 'It is taken off every conversation.',
    scope: 'settings:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteLabel,
  }),
}
