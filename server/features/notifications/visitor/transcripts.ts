import { z } from 'zod'
import type { TranscriptEmailed } from '../../../../shared/chat.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { badRequest, conflict, notFound, quotaExceeded } from '../../../core/error.ts'
import { defineTask } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { findConversation } from '../../conversations/conversation.ts'
import { transcriptLines } from '../../conversations/visitor/transcript.ts'
import { emailRetry, emailTarget } from '../send.ts'
import { sendsToVisitors } from '../setup.ts'
import { addressHash, findRefusal } from './addresses.ts'
import { deliver, findVisitor, keepSent, visitorEmail } from './visitor-email.ts'

const day = 86_400_000
/** Anybody can name an address in a chat, so strangers get few of these. */
const maxPerConversation = 5
const maxPerAddress = 5
const maxLines = 200

const transcriptTask = defineTask(
  'email.transcript',
  z.object({ conversationId: z.string(), to: z.string() }),
  emailTarget,
)

type Wanted = { id: string; to?: string | undefined }

/** The visitor has their chat sent to an address. Does not reveal whether the address refuses email. */
export async function emailTranscript(ctx: Context, wanted: Wanted): Promise<TranscriptEmailed> {
  const to = await recipientOf(ctx, wanted)
  return await ctx.tx(async (tx) => {
    await refuseMany(tx, wanted.id, to)
    return await enqueue(tx, wanted.id, to)
  })
}

/** The team sends a chat to its visitor. 409 if the address refuses email. */
export async function sendTranscript(ctx: Context, wanted: Wanted): Promise<TranscriptEmailed> {
  if (!(await findConversation(ctx, wanted.id))) throw notFound('conversation')
  const to = await recipientOf(ctx, wanted)
  if (await findRefusal(ctx, to)) throw conflict('This address gets no emails from this site.', 'address_refuses_email')
  return await ctx.tx((tx) => enqueue(tx, wanted.id, to))
}

async function recipientOf(ctx: Context, { id, to }: Wanted): Promise<string> {
  if (!(await sendsToVisitors(ctx))) throw badRequest('This site sends no email to visitors.', 'no_email_service')
  const known = to ?? (await findVisitor(ctx, id))?.email
  if (known === undefined) throw badRequest('to: no address is known.', 'no_email_address')
  return known
}

async function enqueue(tx: Tx, id: string, to: string): Promise<TranscriptEmailed> {
  await keepSent(tx, to, { conversationId: id, kind: 'transcript', seq: 0 })
  await tx.enqueue(transcriptTask, { conversationId: id, to })
  return { id, to }
}

async function refuseMany({ sql, site, services, now }: Tx, id: string, to: string): Promise<void> {
  const [count] = await sql<{ here: number; there: number }[]>`
    select (select count(*)::int from visitor_emails where conversation_id = ${id} and kind = 'transcript') as here,
      (select count(*)::int from visitor_emails where site = ${site.id} and address = ${addressHash(services, to)}
        and kind = 'transcript' and at > ${now() - day}) as there`
  if (count && count.here < maxPerConversation && count.there < maxPerAddress) return
  throw quotaExceeded('This chat was emailed too often. Try again tomorrow.', 'too_many_emails', day / 1000)
}

async function deliverTranscript(ctx: Context, id: string, to: string, failures: number): Promise<void> {
  const conversation = await findConversation(ctx, id)
  if (!conversation) return
  const lines = await transcriptLines(ctx, conversation, maxLines)
  const email = visitorEmail(ctx, { id, locale: conversation.locale, email: to }, (words, business) => ({
    title: words.transcript(business),
    sections: [{ heading: '', lines }],
  }))
  await deliver(ctx, email, failures)
}

export const transcriptTasks = [
  siteTask(transcriptTask, {
    lane: 'alerts',
    retry: emailRetry,
    run: (ctx, { conversationId, to }, { failures }) => deliverTranscript(ctx, conversationId, to, failures),
  }),
]
