import type { PageAttributesSet, SetPageAttributes } from '../../../../shared/chat.ts'
import type { Context } from '../../../core/context.ts'
import { invalidField, notFound } from '../../../core/error.ts'
import { lockConversation } from '../conversation.ts'

const maxAttributes = 20

/** Adds and changes the attributes that the page sets for its visitor. Empty values are removed. */
export async function setPageAttributes(
  ctx: Context,
  id: string,
  { attributes }: SetPageAttributes,
): Promise<PageAttributesSet> {
  return await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation) throw notFound('conversation')
    const next = filled({ ...conversation.page_attributes, ...attributes })
    if (Object.keys(next).length > maxAttributes)
      throw invalidField('attributes', {
        error: `Must have at most ${maxAttributes} entries.`,
        params: { reason: 'too_many', max: maxAttributes },
      })
    if (JSON.stringify(next) !== JSON.stringify(conversation.page_attributes ?? {})) {
      await tx.sql`update conversations set page_attributes = ${tx.sql.json(next)} where id = ${id}`
      tx.emit('conversation.changed', { id })
    }
    return { id, attributes: next }
  })
}

const filled = (attributes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''))
