import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { JobDetail, Pipeline } from '../../../../shared/job.ts'
import { LeaveDialog } from '../../form/leave-dialog.tsx'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { isGone } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { onEvent } from '../../live/event-listeners.ts'
import { Link } from '../../ui/link.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { navigate, type Route } from '../../ui/route.ts'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { JobAbout } from './job-about.tsx'
import { JobAppointments } from './job-appointments.tsx'
import { JobDescription } from './job-description.tsx'
import { JobFacts } from './job-facts.tsx'
import { JobFiles } from './job-files.tsx'
import { JobHead } from './job-head.tsx'
import { JobHistory } from './job-history.tsx'
import { JobNotes } from './job-notes.tsx'
import { OwnFields } from './job-own-fields.tsx'
import { jobQuery, pipelineQuery } from './queries.ts'
import { useShowJob } from './save-job.ts'

type Props = { id: string; back: Route }

/** A job's page. Each field is saved by itself. */
export function JobPage({ id, back: list }: Props) {
  const { page: words, commands } = useJobPageWords()
  const { title: group, notFound } = useJobsWords()
  const query = useQuery(jobQuery(useDesk(), id))
  const back = () => navigate(list)
  // With an open popup, Escape closes that first.
  const leave = () => document.querySelector(':popover-open') === null && back()
  useCommand({ id: 'job.back', words: commands.back, group, keys: 'u', run: back })
  useCommand({ id: 'job.leave', words: commands.back, group, keys: 'escape', run: leave })
  const title = useTitle(commands.back, 'job.back')
  return (
    <main className="full-screen">
      <div className="way-back">
        <Link to={list} title={title}>
          <ArrowLeft size={16} aria-hidden="true" className="points" />
          {words.back}
        </Link>
      </div>
      {isGone(query.error) ? (
        <p className="list-said">{notFound}</p>
      ) : (
        <QueryBoundary query={query}>{(job) => <Known job={job} back={back} />}</QueryBoundary>
      )}
      <LeaveDialog />
    </main>
  )
}

function Known({ job, back }: { job: JobDetail; back: () => void }) {
  const { data: pipeline } = useQuery(pipelineQuery(useDesk()))
  const page = useRef<HTMLElement>(null)
  const top = useRef<HTMLHeadingElement>(null)
  useEffect(() => top.current?.focus(), [])
  useFollowContact(job)
  return (
    <article className={'settings-page record'} ref={page}>
      <JobHead job={job} stages={pipeline?.stages ?? []} top={top} back={back} />
      <div className="record-columns">
        <div className="stack gap-4">
          {pipeline ? <Fields job={job} pipeline={pipeline} /> : <div className="skeleton" />}
          <JobDescription job={job} />
          <JobFiles id={job.id} page={page} />
        </div>
        <div className="stack gap-4">
          <JobAbout job={job} />
          <JobAppointments job={job} />
          <JobNotes job={job} />
          <JobHistory job={job} fields={pipeline?.fields ?? []} />
        </div>
      </div>
    </article>
  )
}

const Fields = ({ job, pipeline }: { job: JobDetail; pipeline: Pipeline }) => (
  <>
    <JobFacts job={job} pipeline={pipeline} />
    <OwnFields job={job} fields={pipeline.fields} />
  </>
)

/** Reads the job again when its contact changes. Changes of the job itself are followed anyway. */
function useFollowContact({ id, contact }: JobDetail): void {
  const show = useRef(useShowJob(id))
  const lead = contact?.id
  useEffect(
    () =>
      onEvent(({ type, data }) => {
        const changed = type === 'lead.updated' ? (data.lead as { id: string }).id : data.id
        if (lead && (type === 'lead.updated' || type === 'lead.changed') && changed === lead) void show.current()
      }),
    [lead],
  )
}
