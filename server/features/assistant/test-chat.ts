import type { TriedChat, TryChat } from '../../../shared/assistant-test.ts'
import { plainText, type StoredMessage } from '../../../shared/message.ts'
import type { Context } from '../../core/context.ts'
import { newId } from '../../core/ids.ts'
import { spendNeuronsAlone } from '../usage.ts'
import { writeReply } from './reply/reply.ts'
import type { Turn } from './reply/turn.ts'

/**
 * Writes the next reply of a test chat, as a visitor would get it, with its trace. Only the cost of the reply is
 * recorded. Throws what `writeReply` throws.
 */
export async function tryChat(ctx: Context, { messages }: TryChat): Promise<TriedChat> {
  const turn = turnOf(ctx, messages)
  const written = await writeReply(ctx, turn, { open() {}, text() {}, signal: ctx.signal })
  await spendNeuronsAlone(ctx, written.neurons)
  ctx.signal.throwIfAborted()
  const { sources, trace, handover } = written
  return {
    messages: written.messages,
    text: written.messages.map(plainText).join('\n\n'),
    sources,
    trace,
    handover: handover ?? null,
  }
}

/** A conversation with these messages that is not stored. */
export function turnOf({ now }: Pick<Context, 'now'>, messages: TryChat['messages']): Turn {
  const unknown = { pageUrl: null, pageTitle: null, referrer: null, utm: null, locale: null, timezone: null }
  return {
    conversation: { id: newId('conv'), channel: 'api', ...unknown, user: null, prechat: null, data: {} },
    lead: null,
    history: messages.map(({ role, text }): StoredMessage => {
      const unseen = {
        payload: null,
        feedback: null,
        author: null,
        clientMessageId: null,
        deliveredAt: null,
        seenAt: null,
      }
      return { id: newId('msg'), ts: now(), role, type: 'text', text, ...unseen }
    }),
  }
}
