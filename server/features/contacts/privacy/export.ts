import { ConversationAnswer } from '../../../../shared/conversation.ts'
import { LeadDetail } from '../../../../shared/lead-detail.ts'
import type { Trace } from '../../../../shared/trace.ts'
import type { Context } from '../../../core/context.ts'
import type { Download } from '../../../core/download.ts'
import { Refusal } from '../../../core/error.ts'
import { writeZip, type ZipEntry } from '../../../core/zip-writer.ts'
import { getConversation } from '../../conversations/get.ts'
import { getContact } from '../contact.ts'
import { conversationsOf, findContact, requireForTalks } from './person.ts'

/** Everything that is kept about a contact, as an archive of JSON files: the contact, and each of its conversations. */
export async function exportContact(ctx: Context, { id }: { id: string }): Promise<Download> {
  const conversations = await conversationsOf(ctx, await findContact(ctx, id))
  requireForTalks(ctx, conversations, 'conversations:read')
  const contact = withoutClaims(LeadDetail.parse(await getContact(ctx, { id })))
  return { name: `${id}.zip`, parts: writeZip(entriesOf(ctx, contact, conversations)) }
}

/** Without chats whose visitor only typed the contact's email, and without the notes in them. */
function withoutClaims(contact: LeadDetail): LeadDetail {
  const conversations = contact.conversations.filter(({ leadVerified }) => leadVerified)
  const claims = new Set(contact.conversations.filter(({ leadVerified }) => !leadVerified).map(({ id }) => id))
  const teamNotes = contact.teamNotes.filter(({ conversationId }) => !claims.has(conversationId ?? ''))
  return { ...contact, conversations, teamNotes }
}

async function* entriesOf(ctx: Context, contact: LeadDetail, conversations: string[]): AsyncGenerator<ZipEntry> {
  yield entry(ctx, 'contact.json', contact)
  for (const id of conversations) {
    const whole = await readWhole(ctx, id)
    if (whole) yield entry(ctx, `conversations/${id}.json`, whole)
  }
}

const entry = (ctx: Context, name: string, content: unknown): ZipEntry => ({
  name,
  bytes: new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`),
  at: ctx.now(),
})

/** A conversation with all that the team sees of it; undefined where it was deleted meanwhile. */
async function readWhole(ctx: Context, id: string) {
  const answer = await getConversation(ctx, { id }).catch(goneMeanwhile)
  if (!answer) return undefined
  const traces = await ctx.sql<{ trace: Trace }[]>`
    select trace from traces where conversation_id = ${id} and site = ${ctx.site.id} order by at, id`
  const [row] = await ctx.sql<{ address: string | null }[]>`
    select address from conversations where id = ${id} and site = ${ctx.site.id}`
  return {
    ...ConversationAnswer.parse(answer),
    traces: traces.map(({ trace }) => trace),
    address: row?.address ?? null,
  }
}

function goneMeanwhile(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.status !== 404) throw error
}
