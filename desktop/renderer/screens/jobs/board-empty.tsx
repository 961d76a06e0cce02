import { useRef } from 'react'
import { NewJobDialog } from '../../form/new-job.tsx'
import { useDesk } from '../../live/desk.tsx'
import { Link } from '../../ui/link.tsx'
import { navigate } from '../../ui/route.ts'
import { useBoardWords } from '../../words/screen-words.ts'
import { type JobFilters, jobsRoute } from './filters.ts'

export const isFiltered = ({ q, assigned, source }: JobFilters): boolean => q !== '' || assigned !== '' || source !== ''

/** A board without jobs: what jobs are and what to do, or that nothing matches. */
export function EmptyBoard({ filters }: { filters: JobFilters }) {
  const words = useBoardWords()
  const { mayManage } = useDesk()
  const dialog = useRef<HTMLDialogElement>(null)
  if (isFiltered(filters))
    return (
      <div className="list-said">
        <h2>{words.noMatch}</h2>
        <p className="muted">{words.noMatchHint}</p>
        <button
          type="button"
          className="quiet"
          onClick={() => navigate(jobsRoute({ ...filters, q: '', assigned: '', source: '' }))}
        >
          {words.clear}
        </button>
      </div>
    )
  return (
    <div className="list-said">
      <h2>{words.none}</h2>
      <p className="muted">{words.noneHint}</p>
      <div className="cluster">
        <button type="button" onClick={() => dialog.current?.showModal()}>
          {words.add}
        </button>
        {mayManage && (
          <Link to={{ page: 'settings', name: 'jobs' }} className="as-button">
            {words.template}
          </Link>
        )}
      </div>
      <NewJobDialog dialog={dialog} />
    </div>
  )
}
