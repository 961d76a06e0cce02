import { z } from 'zod'
import { defineConsumer } from '../../../core/consumers.ts'
import type { Context } from '../../../core/context.ts'
import { defineTask } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { languageFor } from '../../../language/languages.ts'
import { emailRetry, emailTarget } from '../send.ts'
import { sendsToVisitors } from '../setup.ts'
import { deliver, findVisitor, type Kept, keepSent, type Visitor, visitorEmail } from './visitor-email.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** A person who writes several messages pauses this long after the last. */
const pause = 2 * minute
/** The first message waits no longer for the others. */
const maxWait = 10 * minute
/** A visitor whose page is open sees the reply there, unless they left the page alone for this long. */
const maxOpen = 30 * minute
const maxReplies = 20

const replyTask = defineTask('email.reply', z.object({ conversationId: z.string() }), emailTarget)

/** Has each message of a person emailed if its visitor does not come back for it. */
export const visitorEmailConsumer = defineConsumer({
  name: 'visitor-email',
  types: new Set(['message.sent'] as const),
  maxAge: day,
  wanted: {
    changedBy: new Set(['email.changed'] as const),
    read: ({ database: { sql } }, site) => sendsToVisitors({ sql, site: { id: site } }),
  },
  async run(tx, events) {
    const byPeople = events.filter(({ data }) => data.messages.some(({ meta }) => meta?.human))
    for (const conversationId of new Set(byPeople.map(({ data }) => data.conversationId)))
      await tx.enqueue(replyTask, { conversationId }, { name: conversationId, at: tx.now() + pause })
  },
})

type Reply = { seq: number; ts: number; text: string; name: string | null }

/** Emails the replies that the visitor has not seen, once the team pauses and the visitor has left. */
async function emailReplies(
  ctx: Context,
  conversationId: string,
  failures: number,
): Promise<{ at: number } | undefined> {
  const visitor = await findVisitor(ctx, conversationId)
  const replies = visitor ? await unseenReplies(ctx, conversationId) : []
  const [first, last] = [replies[0], replies.at(-1)]
  if (!visitor || !first || !last) return
  const at = sendAt(first.ts, last.ts, visitor.open_until ?? 0)
  if (at > ctx.now()) return { at }
  const kept: Kept = { conversationId, kind: 'reply', seq: last.seq }
  const email = replyEmail(ctx, visitor, replies)
  await deliver(ctx, email, failures, (tx) => keepSent(tx, visitor.email, kept))
}

/** When replies are emailed, from the times of the first and the last, and until when the visitor's page is open. */
const sendAt = (first: number, last: number, openUntil: number): number =>
  Math.max(Math.min(last + pause, first + maxWait), Math.min(openUntil, last + maxOpen))

/** Replies of people that the visitor has not seen, and that no email had, oldest first. */
const unseenReplies = ({ sql, now }: Context, id: string) => sql<Reply[]>`
  select * from (
    select seq, ts, text, meta ->> 'agentName' as name from messages
    where conversation_id = ${id} and role = 'agent' and author is not null and seen_at is null and ts > ${now() - 7 * day}
      and seq > coalesce((select max(seq) from visitor_emails where conversation_id = ${id} and kind = 'reply'), 0)
    order by seq desc limit ${maxReplies}) newest
  order by seq`

function replyEmail(ctx: Context, visitor: Visitor, replies: readonly Reply[]) {
  const [name, ...others] = new Set(replies.map((reply) => reply.name))
  const only = others.length === 0 ? name : null
  const { team } = languageFor(visitor.locale, ctx.site.settings.assistant.locale).transcript
  const { question } = visitor
  return visitorEmail(ctx, visitor, (words, business) => ({
    subject: words.subject(business),
    title: only ? words.replied(only) : words.repliedTeam,
    sections: [
      { heading: only || team, lines: replies.map(({ text }) => ({ title: '', text })) },
      ...(question ? [{ heading: words.youWrote, lines: [{ title: '', text: question }] }] : []),
    ],
  }))
}

export const replyTasks = [
  siteTask(replyTask, {
    lane: 'alerts',
    retry: emailRetry,
    run: (ctx, { conversationId }, { failures }) => emailReplies(ctx, conversationId, failures),
  }),
]
