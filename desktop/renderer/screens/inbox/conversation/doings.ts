import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { type Do, useAct } from '../../../live/act.ts'
import { type Desk, useDesk } from '../../../live/desk.tsx'
import type { Words } from '../../../words/en.ts'
import { useWords } from '../../../words/words.tsx'

type Options = { act: Do; desk: Desk; words: Words['conversation']; conversation: ConversationAnswer['conversation'] }

/** What a person can do with a conversation: each shows at once, and its opposite takes it back. */
export function useDoings({ conversation }: ConversationAnswer) {
  const given = { act: useAct(), desk: useDesk(), words: useWords().conversation, conversation }
  return { ...turns(given), ...marks(given), ...contact(given) }
}

export type Doings = ReturnType<typeof useDoings>

/** Who has it: the reader, the assistant, or nobody any more. */
function turns({ act, desk: { client, site, me }, words, conversation }: Options) {
  const { id, status, assigned_to } = conversation
  const { conversations } = client
  const at = { site: site.id, id }
  const handBack = () => conversations.handback.mutate(at)
  const close = () => conversations.close.mutate(at)
  const takeOver = () => conversations.takeover.mutate(at)
  const undoTake = { bot: handBack, closed: close, live: () => conversations.assign.mutate({ ...at, to: assigned_to }) }
  return {
    take: () =>
      act({
        id,
        change: { status: 'live', assignedTo: me.email, assignedName: me.name, waitingSince: null },
        // Where somebody else was quicker, it is theirs.
        run: () => conversations.takeover.mutate({ ...at, assignedTo: assigned_to }),
        said: words.taken,
        undo: undoTake[status],
      }),
    handBack: () =>
      act({
        id,
        change: { status: 'bot', assignedTo: null, assignedName: null, waitingSince: null },
        run: handBack,
        said: words.handedBack,
        undo: takeOver,
      }),
    close: () =>
      act({
        id,
        change: { status: 'closed', waitingSince: null },
        run: close,
        said: words.closed,
        undo: status === 'bot' ? handBack : takeOver,
      }),
  }
}

/** Whose contact it is. */
const contact = ({ act, desk: { client, site }, words, conversation: { id } }: Options) => ({
  verify: () =>
    act({
      id,
      change: { leadVerified: true },
      run: () => client.conversations.verify.mutate({ site: site.id, id }),
      said: words.verified,
    }),
})

/** What it is held for. */
function marks({ act, desk: { client, site }, words, conversation: { id } }: Options) {
  const at = { site: site.id, id }
  const setSpam = (spam: boolean) => client.conversations.update.mutate({ ...at, spam })
  const setBlocked = (blocked: boolean) => client.conversations.block.mutate({ ...at, blocked })
  return {
    markSpam: (spam: boolean) =>
      act({
        id,
        change: spam ? { spam, status: 'closed', waitingSince: null } : { spam },
        run: () => setSpam(spam),
        said: spam ? words.spammed : words.notSpammed,
        undo: () => setSpam(!spam),
      }),
    block: (blocked: boolean) =>
      act({
        id,
        // Whoever is kept out has no conversation that goes on.
        change: blocked ? { status: 'closed', waitingSince: null } : {},
        answer: (answer) => ({ ...answer, conversation: { ...answer.conversation, blocked } }),
        run: () => setBlocked(blocked),
        said: blocked ? words.blocked : words.unblocked,
        undo: () => setBlocked(!blocked),
      }),
  }
}
