import type { Unseen } from '../../../shared/live.ts'
import { withMessages } from './answer-events.ts'
import { type Cache, changeAnswer } from './cache.ts'
import { type Client, errorBodyOf, isRefused, wordsOf } from './connection.ts'
import type { Failure, Unsent } from './outbox.ts'
import { runMacro } from './run-macro.ts'

/** Sends an entry of the outbox, and shows it as sent. Its key prevents duplicates if it is sent again. */
export async function deliver(client: Client, cache: Cache, entry: Unsent): Promise<void> {
  const { id: idempotencyKey, site, conversation, text, lastSeenMessageId, force = false, close, original } = entry
  const to = { site, id: conversation, text }
  if (entry.kind === 'note') {
    const note = await client.notes.create.mutate({ ...to, idempotencyKey })
    changeAnswer(cache, conversation, (answer) =>
      answer.notes.some(({ id }) => id === note.id) ? answer : { ...answer, notes: [...answer.notes, note] },
    )
    return
  }
  const seen = lastSeenMessageId === undefined ? {} : { lastSeenMessageId }
  const message = await client.conversations.reply.mutate({
    ...to,
    ...seen,
    ...(original && { original }),
    force,
    idempotencyKey,
  })
  const payload = original ? { original } : null
  const unknown = { payload, feedback: null, clientMessageId: null, deliveredAt: null, seenAt: null }
  const author = { kind: 'human' as const, id: cache.me, name: message.meta?.agentName ?? cache.me }
  changeAnswer(cache, conversation, (answer) => withMessages(answer, [{ ...unknown, ...message, author }]))
  if (entry.actions) await runMacro({ client, cache, id: conversation, actions: entry.actions, key: idempotencyKey })
  if (close && !entry.actions?.close) await client.conversations.close.mutate({ site, id: conversation })
}

/** What to do after a failed attempt. */
export function failureOf(error: unknown): Failure {
  const body = errorBodyOf(error)
  if (!isRefused(error)) {
    const seconds = body?.error.retryAfter
    return { again: true, ...(seconds !== undefined && { after: seconds * 1000 }) }
  }
  const { unseen } = (body ?? {}) as Partial<Unseen>
  return { again: false, words: wordsOf(error), ...(unseen && { unseen }) }
}
