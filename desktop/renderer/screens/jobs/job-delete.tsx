import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { Job } from '../../../../shared/job.ts'
import { lastingClient } from '../../app/http-client.ts'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { deleteLater } from '../../live/delete-later.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'

/** Deletes the job. It can be undone for some seconds. */
export function DeleteJob({ job: { id, number }, back }: { job: Job; back: () => void }) {
  const { page: words, commands } = useJobPageWords()
  const { title: group } = useJobsWords()
  const { site } = useDesk()
  const queries = useQueryClient()
  const remove = () => {
    deleteLater({
      id,
      words: words.removed(number),
      async run() {
        await lastingClient().jobs.delete.mutate({ site: site.id, id })
        await queries.invalidateQueries({ queryKey: keys.jobs(site.id) })
      },
    })
    back()
  }
  useCommand({ id: 'job.remove', words: commands.remove, group, keys: 'delete', run: remove })
  const title = useTitle(commands.remove, 'job.remove')
  return <IconButton Icon={Trash2} label={words.remove} title={title} onClick={remove} />
}
