import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { Snooze } from '../../../../../shared/inbox.ts'
import { readScreens } from '../../../app/read-screens.ts'
import { putCaret } from '../../../keys/caret.ts'
import { type Do, useAction } from '../../../live/action.ts'
import { deleteLater } from '../../../live/delete-later.ts'
import { type Desk, mayAssignTo, useDesk } from '../../../live/desk.tsx'
import { lastList, navigate } from '../../../ui/route.ts'
import type { Words } from '../../../words/en.ts'
import { useWords } from '../../../words/words.tsx'

type Options = { act: Do; desk: Desk; words: Words['conversation']; conversation: ConversationAnswer['conversation'] }

/** The actions on a conversation. They are shown immediately, and can be undone. */
export function useConversationActions({ conversation }: ConversationAnswer) {
  const options = { act: useAction(), desk: useDesk(), words: useWords().conversation, conversation }
  return { ...assignment(options), ...marks(options), ...contact(options), ...snoozing(options), ...removal(options) }
}

export type ConversationActions = ReturnType<typeof useConversationActions>

/** The assignee: the reader, the assistant, or nobody. */
function assignment({ act, desk, words, conversation }: Options) {
  const { id, status, assigned_to } = conversation
  const { site, me } = desk
  const { conversations } = desk.client
  const at = { site: site.id, id }
  const handBack = () => conversations.handback.mutate(at)
  const close = () => conversations.close.mutate(at)
  const leave = { run: handBack, undo: () => conversations.undo.mutate(at), lasting: true }
  const undoTake = { bot: handBack, closed: close, live: () => conversations.assign.mutate({ ...at, to: assigned_to }) }
  return {
    take: () => {
      putCaret(id)
      return act({
        id,
        change: { status: 'live', assignedTo: me.email, assignedName: me.name, waitingSince: null },
        // If somebody else was faster, it is theirs.
        run: () => conversations.takeover.mutate({ ...at, assignedTo: assigned_to }),
        toast: status === 'closed' ? words.reopened : words.taken,
        ...((status !== 'live' || mayAssignTo(desk, assigned_to)) && { undo: undoTake[status] }),
      })
    },
    handBack: () =>
      act({
        id,
        change: { status: 'bot', assignedTo: null, assignedName: null, waitingSince: null },
        ...leave,
        toast: words.handedBack,
      }),
    /** Undoes that it was closed or handed back, while the visitor has not read it. */
    undoLeaving: () => act({ id, run: leave.undo, toast: words.undone }),
    close: () =>
      act({
        id,
        change: { status: 'closed', waitingSince: null },
        ...leave,
        run: close,
        toast: words.closed,
      }),
  }
}

/** Putting it off until a time, or until the visitor writes. */
function snoozing({ act, desk: { client, site }, words, conversation: { id, snoozed } }: Options) {
  const snooze = (until: Snooze['until']) => client.conversations.snooze.mutate({ site: site.id, id, until })
  const before = snoozed && (snoozed.until ?? ('message' as const))
  return {
    snooze: (until: Snooze['until']) =>
      act({
        id,
        // The server knows when tomorrow begins.
        change: { snoozed: until === null ? null : { until: typeof until === 'number' ? until : null } },
        run: () => snooze(until),
        toast: until === null ? words.snooze.ended : words.snooze.done,
        undo: () => snooze(before),
      }),
  }
}

/** Deletes it, with its messages and notes. It can be undone for some seconds. */
const removal = ({ desk: { site }, words, conversation: { id } }: Options) => ({
  async remove() {
    const { lastingClient } = await readScreens()
    const run = () => lastingClient().conversations.delete.mutate({ site: site.id, id })
    deleteLater({ id, words: words.deleted, run })
    navigate({ page: 'inbox', list: lastList(), id: null })
  },
})

/** Whose contact it is, and how to reach them. */
const contact = ({ act, desk: { client, site }, words, conversation: { id } }: Options) => ({
  verify: () =>
    act({
      id,
      change: { leadVerified: true },
      run: () => client.conversations.verify.mutate({ site: site.id, id }),
      toast: words.verified,
    }),
  /** Sends the chat to its visitor. */
  emailTranscript: () =>
    act({
      id,
      run: () => client.conversations.emailTranscript.mutate({ site: site.id, id }),
      toast: words.transcriptEmailed,
    }),
})

/** What it is held for. Spam, and the conversation of a blocked visitor, are closed, which is undone with it. */
function marks({ act, desk: { client, site }, words, conversation: { id, status } }: Options) {
  const at = { site: site.id, id }
  const reopen = async () => status !== 'closed' && (await client.conversations.undo.mutate(at))
  const setSpam = (spam: boolean) => client.conversations.update.mutate({ ...at, spam })
  const setBlocked = (blocked: boolean) => client.conversations.block.mutate({ ...at, blocked })
  return {
    markSpam: (spam: boolean) =>
      act({
        id,
        change: spam ? { spam, status: 'closed', waitingSince: null } : { spam },
        run: () => setSpam(spam),
        toast: spam ? words.spammed : words.notSpammed,
        undo: () => setSpam(!spam).then(() => spam && reopen()),
      }),
    block: (blocked: boolean) =>
      act({
        id,
        change: blocked ? { status: 'closed', waitingSince: null } : {},
        answer: (answer) => ({ ...answer, conversation: { ...answer.conversation, blocked } }),
        run: () => setBlocked(blocked),
        toast: blocked ? words.blocked : words.unblocked,
        undo: () => setBlocked(!blocked).then(() => blocked && reopen()),
      }),
  }
}
