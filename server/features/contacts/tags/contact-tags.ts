import { palette } from '../../../../shared/color.ts'
import {
  type ContactTag,
  type ContactTagList,
  mostTags,
  type NewContactTag,
  type PatchContactTag,
} from '../../../../shared/contact-tag.ts'
import type { Deleted } from '../../../../shared/page.ts'
import type { Context } from '../../../core/context.ts'
import { createMark, deleteMark, listMarks, type MarkKind, patchMark } from '../../conversations/labels/marks.ts'
import { takeOffAll } from './on-contact.ts'

const tagKind: MarkKind<ContactTag> = {
  table: 'contact_tags',
  prefix: 'ctag',
  what: 'tag',
  most: mostTags,
  tooMany: 'too_many_tags',
  toMark: ({ id, name, color }) => ({ id, name, color }),
  tell: (tx, id) => tx.emit('contact-tag.changed', { id }),
}

/** The site's tags by name, and the colours that one may have. */
export const listTags = async (ctx: Context): Promise<ContactTagList> => ({
  tags: await listMarks(ctx, tagKind),
  colors: [...palette],
})

export const createTag = (ctx: Context, tag: NewContactTag): Promise<ContactTag> => createMark(ctx, tagKind, tag)

export const patchTag = (ctx: Context, patch: PatchContactTag & { id: string }): Promise<ContactTag> =>
  patchMark(ctx, tagKind, patch as Partial<ContactTag> & { id: string })

/** Deletes a tag and takes it off every contact. */
export const deleteTag = (ctx: Context, { id }: { id: string }): Promise<Deleted> =>
  deleteMark(ctx, tagKind, id, (tx) => takeOffAll(tx, id))
