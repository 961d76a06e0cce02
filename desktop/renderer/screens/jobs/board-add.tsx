import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { isComposing } from '../../../../shared/composing.ts'
import type { Stage } from '../../../../shared/job.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { connectionState } from '../../live/follow-site.ts'
import { toast } from '../../ui/toast.ts'
import { useBoardWords, useJobsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import styles from './board.module.css'
import { type Columns, withNewJob } from './board-state.ts'
import type { JobFilters } from './filters.ts'
import { boardKey } from './queries.ts'

const maxTitle = 160

type Props = {
  stage: Stage
  filters: JobFilters
  /** Announces a text. */
  say: (text: string) => void
}

/** Adds jobs to a stage, one after the other: Enter creates one and keeps the caret. */
export function QuickAdd({ stage, filters, say }: Props) {
  const words = useBoardWords()
  const { common } = useWords()
  const [title, setTitle] = useState('')
  const create = useCreate(stage, filters, say)
  const add = async () => {
    const given = title.trim()
    if (given === '') return
    if (connectionState.get().state === 'offline') return void toast(common.unreachable, { tone: 'danger' })
    setTitle('')
    try {
      await create(given)
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
      // What was typed since stays.
      setTitle((now) => now || given)
    }
  }
  const press = ({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Enter' && !isComposing(nativeEvent)) void add()
    if (key === 'Escape') currentTarget.blur()
  }
  return (
    <div className={`row ${styles.quickAdd}`}>
      <Plus size={16} aria-hidden="true" />
      <input
        value={title}
        maxLength={maxTitle}
        aria-label={words.quickAddTo(stage.name)}
        placeholder={words.quickAdd}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        onChange={({ target }) => setTitle(target.value)}
        onKeyDown={press}
      />
    </div>
  )
}

function useCreate(stage: Stage, filters: JobFilters, say: (text: string) => void) {
  const { client, site, me } = useDesk()
  const queries = useQueryClient()
  const words = useBoardWords()
  const { number } = useJobsWords()
  const { assigned, source, q } = filters
  // A job that the filter would hide at once would be puzzling.
  const assignedTo = assigned === 'me' ? me.email : assigned === 'none' ? '' : assigned
  const isHidden = q !== '' || (source !== '' && source !== 'manual')
  // In the order in which they were typed.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const create = async (title: string) => {
    const given = { title, stageId: stage.id, ...(assignedTo && { assignedTo }) }
    const job = await client.jobs.create.mutate({ site: site.id, ...given })
    if (isHidden) return void toast(words.hidden(number(job.number)))
    say(words.added(number(job.number), stage.name))
    queries.setQueriesData<Columns>(
      { queryKey: boardKey(site.id), type: 'active' },
      (columns) => columns && withNewJob(columns, job),
    )
  }
  return (title: string) => {
    const running = last.current.then(
      () => create(title),
      () => create(title),
    )
    last.current = running
    return running
  }
}
