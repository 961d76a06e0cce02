import type { CannedActions } from '../../../shared/canned-reply.ts'
import type { ConversationAnswer } from '../../../shared/conversation.ts'
import type { ConversationLabel, Label } from '../../../shared/label.ts'
import { wordsNow } from '../words/words.tsx'
import { type Change, perform } from './action.ts'
import { type Cache, findAnswer } from './cache.ts'
import { type Client, isRefused } from './connection.ts'
import { keys } from './keys.ts'
import { assignsToNobody } from './macro.ts'

type Options = {
  client: Client
  cache: Cache
  id: string
  actions: CannedActions
  /** Identifies this use of the macro. Another window may repeat it, or this one after it was closed too early. */
  key: string
}

/**
 * Runs the actions of a canned reply after it was sent, as one action that can be undone. If the server rejects it, a
 * toast says why; what was done by then stays.
 */
export async function runMacro({ client, cache, id, actions, key }: Options): Promise<void> {
  const at = { site: cache.site, id }
  const before = findAnswer(cache, id)
  const labels = cache.client.getQueryData<{ labels: Label[] }>(keys.labels(cache.site))?.labels
  // A label may have been deleted since the macro was saved.
  const addLabels = actions.addLabels.filter((label) => labels?.some((one) => one.id === label) ?? true)
  const to = actions.assignTo === assignsToNobody ? null : actions.assignTo
  const isAssigned = actions.assignTo !== null && before?.conversation.assigned_to !== to
  const snooze = actions.close ? null : actions.snooze
  let noteId: string | undefined
  const run = async () => {
    if (actions.note !== '') {
      const idempotencyKey = `${key}-note`
      noteId = (await client.notes.create.mutate({ ...at, text: actions.note, idempotencyKey })).id
    }
    if (addLabels.length > 0) await client.conversations.update.mutate({ ...at, addLabels })
    if (isAssigned) await client.conversations.assign.mutate({ ...at, to: to === cache.me ? 'me' : to })
    if (snooze !== null) await client.conversations.snooze.mutate({ ...at, until: snooze })
    if (actions.close) await client.conversations.close.mutate(at)
  }
  const undo = async () => {
    if (actions.close) await reopen(client, at)
    if (snooze !== null) {
      const { snoozed } = before?.conversation ?? {}
      await client.conversations.snooze.mutate({ ...at, until: snoozed ? (snoozed.until ?? 'message') : null })
    }
    const added = addLabels.filter((label) => !before?.labels.some((one) => one.id === label))
    if (added.length > 0) await client.conversations.update.mutate({ ...at, removeLabels: added })
    if (noteId !== undefined) await client.notes.delete.mutate({ site: cache.site, id: noteId })
    // The last, because only admins may give it back to somebody else.
    if (isAssigned && before) {
      const { assigned_to } = before.conversation
      await client.conversations.assign.mutate({ ...at, to: assigned_to === cache.me ? 'me' : assigned_to })
    }
  }
  const shown = labelled(before, labels ?? [], addLabels, cache.me)
  const change: Change = {
    ...(actions.close ? { status: 'closed', waitingSince: null } : {}),
    // The server knows when tomorrow begins.
    ...(snooze === null ? {} : { snoozed: { until: null } }),
    ...(shown ? { labels: shown.map(({ id, name, color }) => ({ id, name, color })) } : {}),
  }
  await perform(cache, {
    ...{ id, change, run, undo, toast: wordsNow().canned.done },
    ...(shown && { answer: (answer: ConversationAnswer) => ({ ...answer, labels: shown }) }),
  })
}

/** Undoes the closing, or opens the conversation again if the visitor has read that it was closed. */
async function reopen({ conversations }: Client, at: { site: string; id: string }): Promise<void> {
  try {
    await conversations.undo.mutate(at)
  } catch (error) {
    if (!isRefused(error)) throw error
    await conversations.takeover.mutate(at)
  }
}

/** The labels of a conversation after these are added; undefined if that is not known or changes nothing. */
function labelled(
  before: ConversationAnswer | undefined,
  labels: readonly Label[],
  ids: readonly string[],
  me: string,
): ConversationLabel[] | undefined {
  const added = labels.filter(({ id }) => ids.includes(id) && !before?.labels.some((one) => one.id === id))
  if (!before || added.length === 0) return undefined
  return [...before.labels, ...added.map((label) => ({ ...label, addedBy: me, addedAt: Date.now() }))]
}
