import { z } from 'zod'
import type { Context, Parts } from '../../../core/context.ts'
import { defineTask } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { noteStatus } from './faults.ts'
import { nextStep, type Step, stateOf } from './next-step.ts'
import { isPaused, readScene, type Scene } from './scene.ts'
import { settleFault } from './settle.ts'
import { takeStep } from './steps.ts'

export const conversationTask = defineTask('telegram.pass', z.object({ conversationId: z.string() }))
const second = 1_000
const day = 86_400_000
const mostSteps = 20
const longestRun = 15 * second

/** Brings the team's chat up to what a conversation is: one task a conversation, so that all is told in its order. */
export const passTask = siteTask(conversationTask, {
  retry: [second, 10 * second, 60 * second, 600 * second],
  lane: 'calls',
  run: (ctx, { conversationId }) => pass(ctx, conversationId),
})

/** Has a conversation brought up to date, now or later; asked for twice is once. */
export const enqueuePass = ({ queue }: Parts, site: string, conversationId: string, at?: number): Promise<void> =>
  queue.add(conversationTask, site, { conversationId }, { name: conversationId, ...(at !== undefined && { at }) })

async function pass(ctx: Context, id: string): Promise<void> {
  const began = ctx.now()
  let faults = 0
  for (let count = 0; count < mostSteps && ctx.now() - began < longestRun; count++) {
    if (ctx.parts.stopping.aborted) break
    const scene = await readScene(ctx, id)
    const step = scene && nextStep(scene)
    if (!scene || !step) return
    if (isCall(step) && isPaused(ctx, scene.channel)) return await later(ctx, scene)
    try {
      await takeStep(ctx, scene, step)
      if (isCall(step)) await noteSuccess(ctx, scene, step)
    } catch (error) {
      faults += 1
      await settleFault(ctx, scene, step, error, faults)
    }
  }
  // The rest in a run of its own, so that others have their turn.
  await enqueuePass(ctx.parts, ctx.site.id, id)
}

const isCall = ({ kind }: Step) => kind !== 'open' && kind !== 'again' && kind !== 'skip'

/** Goes on when the provider may be called again, unless the chat was over long ago. */
async function later(ctx: Context, { channel, conversation }: Scene): Promise<void> {
  const state = stateOf(conversation)
  const isOver = state !== 'waiting' && state !== 'taken'
  if (isOver && conversation.last_at < ctx.now() - day) return
  await enqueuePass(ctx.parts, ctx.site.id, conversation.id, channel.paused_until)
}

async function noteSuccess(ctx: Context, { channel }: Scene, { kind }: Step): Promise<void> {
  // What was wrong with topics is right again only once one was made.
  if (channel.failures > 0 || (kind === 'topic' && channel.status === 'error')) await noteStatus(ctx, null)
}
