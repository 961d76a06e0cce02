import { personAction } from '../../../shared/conversation.ts'
import type { Stage } from '../../../shared/job.ts'
import { visitorActor } from '../../core/actor.ts'
import type { Context } from '../../core/context.ts'
import { patchCallback } from '../contacts/callbacks.ts'
import { patchContact } from '../contacts/change.ts'
import { rateReply } from '../conversations/feedback.ts'
import { patchConversation } from '../conversations/inbox.ts'
import { listNewest } from '../conversations/messages.ts'
import { createNote } from '../conversations/notes.ts'
import { sendMessage } from '../conversations/send.ts'
import { startConversation } from '../conversations/start.ts'
import { createJob } from '../jobs/create.ts'
import { moveJob } from '../jobs/move.ts'
import { getPipeline } from '../jobs/pipeline.ts'
import { changeGap } from '../knowledge/gaps.ts'
import { openWindows } from '../live/presence/connections.ts'
import { replyToVisitor } from '../live/reply.ts'
import { closeChat, handBack, takeOver } from '../live/takeover.ts'
import { actorOf, type Step, type Story } from './past/story.ts'
import type { Past } from './past.ts'

const minute = 60_000
const shown = 20

/**
 * Performs a story with the operations of visitors and team, up to the steps before `until`. Returns the conversation's
 * id.
 * @param moment seconds that a person needs for an action
 */
export async function perform(past: Past, story: Story, until: number, moment: () => number): Promise<string> {
  const [first, ...rest] = story.steps
  const opening = first && 'says' in first ? first.says : undefined
  const id = await begin(past.as(visitorActor), story, opening)
  for (const { after, ...step } of opening === undefined ? story.steps : rest) {
    const at = past.now() + (after === undefined ? moment() * 1_000 : after * minute)
    if (at >= until) break
    await past.goTo(at, id)
    await take(past, id, step)
  }
  await past.goTo(until, id)
  return id
}

/** Starts with the visitor's question, or by only opening the chat. */
async function begin(ctx: Context, { page, locale, who, from }: Story, message: string | undefined): Promise<string> {
  const { baseUrl } = ctx.services.config
  const address = `${baseUrl}/demo/${page === 'index' ? '' : `${page}.html`}`
  const context = { pageUrl: address, pageTitle: ctx.site.name, locale, ...from }
  const { id } = await startConversation(ctx, 'widget', { message, contact: who && { ...who }, context })
  return id
}

async function take(past: Past, id: string, step: Step): Promise<void> {
  if ('by' in step) return await doAsTeam(past, past.as(actorOf(step.by)), id, step)
  const ctx = past.as(visitorActor)
  if ('says' in step) await sendMessage(ctx, 'widget', { id, text: step.says })
  else if ('wants' in step) await askForPerson(past, ctx, id, step.wants)
  else await answerNewest(ctx, id, step)
}

/** Rates the newest reply, or fills in the newest form. Does nothing if the chat went differently and there is none. */
async function answerNewest(ctx: Context, id: string, step: Extract<Step, { rates: unknown } | { fills: unknown }>) {
  const messages = await listNewest(ctx.sql, ctx.site.id, id, shown)
  const reply = messages.findLast(({ role, type }) => role === 'agent' && type !== 'form')
  const form = messages.findLast(({ type }) => type === 'form')
  if ('rates' in step && reply) await rateReply(ctx, id, { messageId: reply.id, rating: step.rates })
  if ('fills' in step && form)
    await sendMessage(ctx, 'widget', { id, action: { id: form.id, value: JSON.stringify(step.fills) } })
}

/**
 * Opens a window of the owner while the visitor asks, so that somebody is available. It is gone before anybody can see
 * it.
 */
async function askForPerson(past: Past, ctx: Context, id: string, reason: string): Promise<void> {
  const { sql, site, services } = ctx
  const window = { site: site.id, email: services.config.ownerEmail, window: `past ${id}`, declared: true }
  await openWindows({ database: { ...services.database, sql }, clock: services.clock }, 'past', [window])
  await sendMessage(ctx, 'widget', { id, action: { id: personAction, value: reason } })
  await past.tx.sql`delete from presence where window_id = ${window.window}`
}

async function doAsTeam(past: Past, ctx: Context, id: string, step: Extract<Step, { by: unknown }>): Promise<void> {
  if ('replies' in step) await replyToVisitor(ctx, { id, text: step.replies, force: false })
  else if ('notes' in step) await createNote(ctx, { id, text: step.notes })
  else if ('labels' in step) await patchConversation(ctx, { id, addLabels: step.labels })
  else if ('does' in step) await change(ctx, id, step.does)
  else if ('job' in step) await createJob(ctx, { ...step.job, conversationId: id })
  else if ('moves' in step) await moveOn(ctx, id, step)
  else {
    const [{ contact, call }] = await past.tx.sql<[{ contact: string | null; call: string | null }]>`
      select lead_id as contact,
        (select id from callbacks where conversation_id = ${id} and status = 'open' limit 1) as call
      from conversations where id = ${id}`
    if ('contact' in step && contact) await patchContact(ctx, { id: contact, ...step.contact })
    if ('calls' in step && call) await patchCallback(ctx, { id: call, status: step.calls, note: step.note })
  }
}

/** Moves the chat's job to the next stage, or to the one that ends it. */
async function moveOn(ctx: Context, id: string, { moves, because }: Extract<Step, { moves: unknown }>): Promise<void> {
  const [job] = await ctx.sql<{ id: string; stage: string }[]>`
    select id, stage_id as stage from jobs where conversation_id = ${id}`
  const { stages } = await getPipeline(ctx)
  const to = moves === 'on' ? stages[stages.findIndex((one) => one.id === job?.stage) + 1] : findKind(stages, moves)
  if (job && to) await moveJob(ctx, { id: job.id, stageId: to.id, ...(because && { lostReason: because }) })
}

const findKind = (stages: readonly Stage[], kind: Stage['kind']) => stages.find((stage) => stage.kind === kind)

type Does = Extract<Step, { does: unknown }>['does']

async function change(ctx: Context, id: string, does: Does): Promise<void> {
  if (does === 'takes') await takeOver(ctx, { id })
  else if (does === 'closes') await closeChat(ctx, { id })
  else if (does === 'hands back') await handBack(ctx, { id })
  else if (does === 'marks as spam') await patchConversation(ctx, { id, spam: true })
  else await dismissQuestion(ctx, id)
}

async function dismissQuestion(ctx: Context, id: string): Promise<void> {
  const [asked] = await ctx.sql<{ gap: string }[]>`select gap from gap_askings where conversation_id = ${id} limit 1`
  if (asked) await changeGap(ctx, { id: asked.gap, status: 'dismissed' })
}
