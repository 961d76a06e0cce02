import type { Context } from '../../../core/context.ts'
import { failure } from '../../../core/failure.ts'
import type { TelegramError } from '../../../outside/telegram-error.ts'
import { forgetMessages, moveChat } from './chat.ts'
import { phrasesFor } from './compose.ts'
import { isTelegramError, recordFailure, recordStatus } from './faults.ts'
import type { Step } from './next-step.ts'
import type { Snapshot } from './snapshot.ts'
import { skipMessages, updateThread } from './threads.ts'

/** The provider's errors for a missing topic, a closed topic and an unusable chat. */
const topicGone = /thread not found|topic_(id_invalid|deleted)/i
const topicClosed = /topic_closed|topic is closed/i
const chatUnusable = /chat not found|not enough rights|have no rights|write_forbidden|kicked|blocked|deactivated/i
/** The maximum number of errors repaired in one run; more indicate an unknown problem. */
const maxRecovered = 4

/**
 * Repairs the cause of a rejected step if possible, which changes the next step. Otherwise pauses the channel. Rethrows
 * errors that are not the provider's.
 */
export async function recover(
  ctx: Context,
  snapshot: Snapshot,
  step: Step,
  error: unknown,
  faults: number,
): Promise<void> {
  const settled =
    isTelegramError(error) &&
    error.kind === 'refused' &&
    faults <= maxRecovered &&
    (await repair(ctx, snapshot, step, error))
  if (!settled) await recordFailure(ctx, snapshot.channel, error)
}

/** Whether it could be repaired. */
async function repair(ctx: Context, snapshot: Snapshot, step: Step, error: TelegramError): Promise<boolean> {
  const { thread } = snapshot
  if (error.movedTo !== undefined) {
    await moveChat(ctx, snapshot.channel.chat_id, error.movedTo)
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
    const sentence = `${phrasesFor(ctx.site).mayNotManage} (${error.message})`
    await recordStatus(ctx, failure('telegram_topics', sentence))
    return true
  }
  if (step.kind === 'reopen' || step.kind === 'shut') return (await change({ shut: step.kind === 'shut' })).count > 0
  if (topicClosed.test(error.message)) return (await change({ shut: true })).count > 0
  if (chatUnusable.test(error.message)) return false
  if (step.kind === 'show') return (await change({ shown: step.shown })).count > 0
  if (step.kind !== 'pass') return false
  ctx.log.warn({ message: step.message.id, words: error.message }, 'could not send a message to Telegram')
  await skipMessages(ctx, thread, step.message.seq)
  return true
}
