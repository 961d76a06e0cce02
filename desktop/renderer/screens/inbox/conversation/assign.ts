import { useQueryClient } from '@tanstack/react-query'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { LiveStatus } from '../../../../../shared/live.ts'
import { useAction } from '../../../live/action.ts'
import { mayAssignTo, useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { useWords } from '../../../words/words.tsx'

/** Assigns a conversation to a team member by email, or to nobody, with a note for them. */
export function useAssign({ conversation }: ConversationAnswer) {
  const act = useAction()
  const queries = useQueryClient()
  const words = useWords().conversation.give
  const desk = useDesk()
  const { client, site, me } = desk
  const { id, assigned_to: before } = conversation
  const at = { site: site.id, id }
  const assign = (to: string | null) => client.conversations.assign.mutate({ ...at, to: to === me.email ? 'me' : to })

  return async (to: string | null, note: string): Promise<void> => {
    const status = queries.getQueryData<LiveStatus>(keys.status(site.id))
    const name = to === me.email ? me.name : (status?.agents.find(({ email }) => email === to)?.name ?? null)
    // The note must be there before the assignee looks.
    const run = async () => {
      if (note !== '') await client.notes.create.mutate({ ...at, text: note })
      await assign(to)
    }
    await act({
      id,
      change: { assignedTo: to, assignedName: to === null ? null : (name ?? to) },
      run,
      toast: to === null ? words.released : words.given(name ?? to),
      ...(mayAssignTo(desk, before) && { undo: () => assign(before) }),
    })
  }
}
