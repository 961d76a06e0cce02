import { z } from 'zod'
import { Draft, SaveDraft } from '../../../shared/draft.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { get, put } from '../../core/operation.ts'
import { getPerson } from '../accounts/account.ts'

const whose = 'A draft is kept for'

/** Returns the caller's draft in a conversation; empty if there is none. 400 for an API key. */
async function getDraft(ctx: Context, { id }: { id: string }): Promise<Draft> {
  const email = getPerson(ctx, whose)
  const [row] = await ctx.sql<(Pick<Draft, 'text' | 'mode'> & { updated_at: number })[]>`
    select coalesce(text, '') as text, coalesce(mode, 'reply') as mode, updated_at
    from conversations left join drafts on conversation_id = id and email = ${email}
    where id = ${id} and site = ${ctx.site.id}`
  if (!row) throw notFound('conversation')
  return { conversationId: id, text: row.text, mode: row.mode, updatedAt: row.updated_at }
}

/** Saves the caller's draft. A draft of only white space is deleted. 400 for an API key. */
async function saveDraft(ctx: Context, { id, text, mode }: SaveDraft & { id: string }): Promise<Draft> {
  const email = getPerson(ctx, whose)
  return await ctx.tx(async (tx) => {
    const [conversation] = await tx.sql`
      select id from conversations where id = ${id} and site = ${tx.site.id} for key share`
    if (!conversation) throw notFound('conversation')
    const isEmpty = text.trim() === ''
    await (isEmpty ? removeDraft(tx, id, email) : storeDraft(tx, id, email, { text, mode }))
    return { conversationId: id, text: isEmpty ? '' : text, mode, updatedAt: isEmpty ? null : tx.now() }
  })
}

/** Deletes a person's draft after it was sent. A draft of the other mode stays. */
export async function dropDraft(
  tx: Tx,
  conversationId: string,
  email: string,
  mode: Draft['mode'] = 'reply',
): Promise<void> {
  await tx.sql`delete from drafts where conversation_id = ${conversationId} and email = ${email} and mode = ${mode}`
}

const removeDraft = ({ sql }: Tx, id: string, email: string) =>
  sql`delete from drafts where conversation_id = ${id} and email = ${email}`

const storeDraft = ({ sql, now }: Tx, id: string, email: string, { text, mode }: SaveDraft) => sql`
  insert into drafts (conversation_id, email, text, mode, updated_at) values (${id}, ${email}, ${text}, ${mode}, ${now()})
  on conflict (conversation_id, email) do update set text = excluded.text, mode = excluded.mode,
    updated_at = excluded.updated_at`

const id = exact(64, 1)

export const draftOperations = {
  draft: get('/conversations/:id/draft', {
    summary: 'Retrieve your draft',
    description: 'Returns your unsent reply in this conversation. For signed-in people; keys get 400.',
    scope: 'conversations:read',
    input: z.object({ id }),
    output: Draft,
    run: getDraft,
  }),
  saveDraft: put('/conversations/:id/draft', {
    summary: 'Save your draft',
    description:
      'Only you can see your draft. It is deleted when you send the reply. For signed-in people; keys get 400. Not audited, ' +
      'because drafts are saved while typing.',
    scope: 'conversations:write',
    reads: true,
    input: SaveDraft.extend({ id }),
    output: Draft,
    run: saveDraft,
  }),
}
