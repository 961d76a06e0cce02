import { useQueryClient } from '@tanstack/react-query'
import type { ContactTag } from '../../../../shared/contact-tag.ts'
import type { LeadStatus, PatchLead } from '../../../../shared/lead.ts'
import type { LeadDetail } from '../../../../shared/lead-detail.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { toast } from '../../ui/toast.ts'
import { useContactsWords } from '../../words/screen-words.ts'

/** Changes a contact's status and tags. Shown immediately, and reverted with a toast if the server rejects it. */
export function useChange(lead: LeadDetail) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useContactsWords().bulk
  const queryKey = keys.lead(site.id, lead.id)
  const show = (change: Partial<LeadDetail>) =>
    queries.setQueryData<LeadDetail>(queryKey, (now) => now && { ...now, ...change })
  const send = async (patch: PatchLead, shown: Partial<LeadDetail>): Promise<boolean> => {
    await queries.cancelQueries({ queryKey }, { revert: false })
    show(shown)
    const isDone = await client.leads.update.mutate({ site: site.id, id: lead.id, ...patch }).then(
      () => true,
      (error: unknown) => {
        toast(wordsOf(error), { tone: 'danger' })
        return false
      },
    )
    // Also after an error, because the server knows the current state.
    await queries.invalidateQueries({ queryKey })
    return isDone
  }
  return {
    async setStatus(status: LeadStatus) {
      if (status === lead.status) return
      const undo = () => void send({ status: lead.status }, { status: lead.status })
      const close = toast(words.changed(1), { undo })
      if (!(await send({ status }, { status }))) close()
    },
    setTag(tag: ContactTag, on: boolean) {
      const rest = lead.tags.filter(({ id }) => id !== tag.id)
      void send(on ? { addTags: [tag.id] } : { removeTags: [tag.id] }, { tags: on ? [...rest, tag] : rest })
    },
  }
}
