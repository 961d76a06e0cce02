import type { Context } from '../../../core/context.ts'
import type { TelegramError } from '../../../outside/telegram-error.ts'
import { forgetMessages, moveChat } from './chat.ts'
import { isTelegramError, noteFault, noteStatus } from './faults.ts'
import type { Step } from './next-step.ts'
import { phrasesFor } from './phrases.ts'
import type { Scene } from './scene.ts'
import { skipMessages, updateThread } from './threads.ts'

/** What the provider says where a topic is gone, or closed, and where the whole chat cannot be used. */
const topicGone = /thread not found|topic_(id_invalid|deleted)/i
const topicClosed = /topic_closed|topic is closed/i
const chatUnusable = /chat not found|not enough rights|have no rights|write_forbidden|kicked|blocked|deactivated/i
/** So many refusals in one run are put right at once; then something is wrong that is not understood. */
const mostSettled = 4

/**
 * Puts right what a step was refused for, where that can be: then the next step is another. Else the channel is left alone
 * for a while. What is no fault of the provider's is thrown.
 */
export async function settleFault(
  ctx: Context,
  scene: Scene,
  step: Step,
  error: unknown,
  faults: number,
): Promise<void> {
  const settled =
    isTelegramError(error) &&
    error.kind === 'refused' &&
    faults <= mostSettled &&
    (await settle(ctx, scene, step, error))
  if (!settled) await noteFault(ctx, scene.channel, error)
}

/** Whether it could be put right. */
async function settle(ctx: Context, scene: Scene, step: Step, error: TelegramError): Promise<boolean> {
  const { thread } = scene
  if (error.movedTo !== undefined) {
    await moveChat(ctx, scene.channel.chat_id, error.movedTo)
    return true
  }
  if (error.code !== 400 || !thread) return false
  const change = (changes: Parameters<typeof updateThread>[2]) => updateThread(ctx, thread.conversation_id, changes)
  if (topicGone.test(error.message)) {
    await forgetMessages(ctx, thread.conversation_id)
    await change({ topic_id: null, head_id: null, shown: null, shut: false })
    return true
  }
  if (step.kind === 'topic') {
    await change({ flat: true })
    await noteStatus(ctx, `${phrasesFor(ctx.site).mayNotManage} (${error.message})`)
    return true
  }
  if (step.kind === 'reopen' || step.kind === 'shut') return (await change({ shut: step.kind === 'shut' })).count > 0
  if (topicClosed.test(error.message)) return (await change({ shut: true })).count > 0
  if (chatUnusable.test(error.message)) return false
  if (step.kind === 'show') return (await change({ shown: step.shown })).count > 0
  if (step.kind !== 'pass') return false
  ctx.log.warn({ message: step.message.id, words: error.message }, 'a message could not be passed on to Telegram')
  await skipMessages(ctx, thread, step.message.seq)
  return true
}
