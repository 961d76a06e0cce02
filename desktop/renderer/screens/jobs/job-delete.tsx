import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { JobDetail } from '../../../../shared/job.ts'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { filesQuery } from './files-query.ts'

/** Deletes the job after a confirmation that names what is deleted with it. */
export function DeleteJob({ job, back }: { job: JobDetail; back: () => void }) {
  const { page: words, commands } = useJobPageWords()
  const { title: group } = useJobsWords()
  const { common } = useWords()
  const desk = useDesk()
  const queries = useQueryClient()
  const { data } = useQuery(filesQuery(desk, job.id))
  const dialog = useRef<HTMLDialogElement>(null)
  const ask = () => dialog.current?.showModal()
  useCommand({ id: 'job.remove', words: commands.remove, group, keys: 'delete', run: ask })
  const title = useTitle(commands.remove, 'job.remove')
  const remove = async () => {
    const { client, site } = desk
    try {
      await client.jobs.delete.mutate({ site: site.id, id: job.id })
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
      return
    }
    back()
    toast(words.removed(job.number))
    await queries.invalidateQueries({ queryKey: keys.jobs(site.id) })
  }
  return (
    <>
      <IconButton Icon={Trash2} label={words.remove} title={title} onClick={ask} />
      <ConfirmDialog
        dialog={dialog}
        title={words.removeTitle(job.number)}
        text={words.removeText({ notes: job.notes.length, files: data?.files.length ?? 0 })}
        cancel={common.cancel}
        confirm={words.remove}
        onConfirm={() => void remove()}
      />
    </>
  )
}
