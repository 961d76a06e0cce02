import {
  type Label,
  type LabelList,
  labelColors,
  mostLabels,
  type NewLabel,
  type PatchLabel,
} from '../../../../shared/label.ts'
import type { Deleted } from '../../../../shared/page.ts'
import type { Context } from '../../../core/context.ts'
import { createMark, deleteMark, listMarks, type MarkKind, patchMark } from './marks.ts'

export const labelKind: MarkKind<Label> = {
  table: 'labels',
  prefix: 'lbl',
  what: 'label',
  most: mostLabels,
  tooMany: 'too_many_labels',
  toMark: ({ id, name, color, description, ai }) => ({ id, name, color, description, ai }),
  tell: (tx, id) => tx.emit('label.changed', { id }),
}

/** The site's labels by name, and the colours that one may be given. */
export const listLabels = async (ctx: Context): Promise<LabelList> => ({
  labels: await listMarks(ctx, labelKind),
  colors: [...labelColors],
})

export const createLabel = (ctx: Context, label: NewLabel): Promise<Label> => createMark(ctx, labelKind, label)

export const patchLabel = (ctx: Context, patch: PatchLabel & { id: string }): Promise<Label> =>
  patchMark(ctx, labelKind, patch as Partial<Label> & { id: string })

/** Deletes a label and takes it off every conversation. */
export const deleteLabel = (ctx: Context, { id }: { id: string }): Promise<Deleted> => deleteMark(ctx, labelKind, id)
