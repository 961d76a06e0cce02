import { z } from 'zod'
import type { Context, Services } from '../../../core/context.ts'
import { defineTask, type RunResult } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { performStep } from './actions.ts'
import { recordStatus, telegramCalls, telegramTarget } from './faults.ts'
import { nextStep, type Step, stateOf } from './next-step.ts'
import { recover } from './recover.ts'
import { isPaused, readSnapshot, type Snapshot } from './snapshot.ts'

export const conversationTask = defineTask('telegram.pass', z.object({ conversationId: z.string() }), telegramTarget)
const second = 1_000
const day = 86_400_000
const maxSteps = 20
const maxRunMs = 15 * second

/**
 * Brings the team's chat up to date with a conversation. There is one task per conversation, so that messages stay in
 * order.
 */
export const syncTask = siteTask(conversationTask, {
  retry: [second, 10 * second, 60 * second, 600 * second],
  ...telegramCalls,
  run: (ctx, { conversationId }) => sync(ctx, conversationId),
})

async function sync(ctx: Context, id: string): Promise<RunResult> {
  const began = ctx.now()
  let faults = 0
  for (let count = 0; count < maxSteps && ctx.now() - began < maxRunMs; count++) {
    ctx.signal.throwIfAborted()
    const snapshot = await readSnapshot(ctx, id)
    const step = snapshot && nextStep(snapshot)
    if (!snapshot || !step) return
    if (isCall(step) && isPaused(ctx, snapshot.channel)) return later(ctx, snapshot)
    try {
      await performStep(ctx, snapshot, step)
      if (isCall(step)) await recordSuccess(ctx, snapshot, step)
    } catch (error) {
      faults += 1
      await recover(ctx, snapshot, step, error, faults)
    }
  }
  // The rest is done in another run, so that other conversations get their turn.
  return 'again'
}

const isCall = ({ kind }: Step) => kind !== 'open' && kind !== 'again' && kind !== 'skip'

/** Continues when the provider may be called again, unless the chat ended long ago. */
function later(ctx: Context, { channel, conversation }: Snapshot): RunResult {
  const state = stateOf(conversation)
  const isOver = state !== 'waiting' && state !== 'taken'
  return isOver && conversation.last_at < ctx.now() - day ? undefined : { at: channel.paused_until }
}

async function recordSuccess(ctx: Context, { channel }: Snapshot, { kind }: Step): Promise<void> {
  // A problem with topics is solved only when a topic was created.
  if (channel.failures > 0 || (kind === 'topic' && channel.status === 'error')) await recordStatus(ctx, null)
}

const maxConversations = 1000

/** Enqueues an update for every conversation that may be outdated in the team's chat, of one site or all. */
export async function enqueueOutdated(services: Services, site: string | null = null): Promise<void> {
  const rows = await services.database.sql<{ id: string; site: string }[]>`
    select conversations.id, conversations.site from conversations
    join telegram on telegram.site = conversations.site and telegram.chat_id is not null
    left join telegram_threads on conversation_id = conversations.id
    where (${site}::text is null or conversations.site = ${site})
      and (conversations.status = 'live'
        or (conversation_id is not null and last_at > ${services.clock.now() - day}
          and shown is distinct from (case when conversations.status = 'closed' then 'closed' else 'bot' end)))
    order by last_at desc limit ${maxConversations}`
  for (const { id, site } of rows)
    await services.queue.add(conversationTask, site, { conversationId: id }, { name: id, hurry: true })
}
