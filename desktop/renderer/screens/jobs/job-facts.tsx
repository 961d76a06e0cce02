import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { JobDetail, Pipeline } from '../../../../shared/job.ts'
import { Section } from '../../form/fields.tsx'
import { useCommand } from '../../keys/commands.tsx'
import { useDesk } from '../../live/desk.tsx'
import { statusQuery } from '../../live/queries.ts'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { useLanguage } from '../../words/words.tsx'
import { dueAt, dueParts, dueText } from './due.ts'
import { useFieldDraft } from './job-draft.ts'
import { boundTo, ChoiceField, LineField, SavedField } from './job-fields.tsx'
import styles from './job-page.module.css'
import { useSaveJob, useShowJob } from './save-job.ts'

type Props = { job: JobDetail; pipeline: Pipeline }

/** Value, due date and assignee. */
export function JobFacts({ job, pipeline }: Props) {
  const { page: words } = useJobPageWords()
  const save = useSaveJob(job.id)
  return (
    <Section title={words.facts}>
      <div className="grid">
        <LineField
          label={words.value}
          type="number"
          min={0}
          saved={job.value === null ? '' : String(job.value)}
          write={(text) => save({ value: text === '' ? null : Number(text) })}
        />
        <Currency job={job} pipeline={pipeline} />
        <Due job={job} />
        <Assignee job={job} />
        {job.status === 'lost' && <LostReason job={job} />}
      </div>
    </Section>
  )
}

function Currency({ job: { id, currency }, pipeline }: Props) {
  const { page: words } = useJobPageWords()
  const { language } = useLanguage()
  const save = useSaveJob(id)
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const all = Intl.supportedValuesOf('currency').filter((code) => code !== pipeline.currency)
  return (
    <ChoiceField
      label={words.currency}
      saved={currency ?? pipeline.currency}
      write={(code) => save({ currency: code })}
      choices={[pipeline.currency, ...all].map((code) => [code, `${code} – ${names.of(code)}`] as const)}
    />
  )
}

/** A date, and a time of day if it matters. */
function Due({ job }: Pick<Props, 'job'>) {
  const { page: words } = useJobPageWords()
  const save = useSaveJob(job.id)
  const group = useRef<HTMLDivElement>(null)
  const check = (text: string) => {
    const inputs = [...(group.current?.querySelectorAll('input') ?? [])]
    if (inputs.some(({ validity }) => validity.badInput)) return words.badDate
    return text !== '' && dueParts(text).date === '' ? words.timeAlone : ''
  }
  const draft = useFieldDraft({
    label: words.due,
    saved: dueText(job.dueAt),
    write: (text) => save({ dueAt: dueAt(text) }),
    check,
  })
  const { date, time } = dueParts(draft.text)
  const bound = boundTo(draft)
  const change = (part: { date?: string; time?: string }) => {
    const next = { date, time, ...part }
    draft.change(`${next.date} ${next.time}`.trim())
  }
  // The caret goes from one of the two to the other without saving.
  const leave = ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
    if (!group.current?.contains(relatedTarget as Node | null)) draft.save()
  }
  return (
    <SavedField label={words.due} draft={draft}>
      {(control) => (
        <div className={styles.due} ref={group}>
          <input
            type="date"
            {...bound}
            {...control}
            value={date}
            onChange={({ target }) => change({ date: target.value })}
            onBlur={leave}
          />
          <input
            type="time"
            aria-label={words.dueTime}
            {...bound}
            value={time}
            onChange={({ target }) => change({ time: target.value })}
            onBlur={leave}
          />
        </div>
      )}
    </SavedField>
  )
}

function Assignee({ job: { id, assignedTo, assignedName } }: Pick<Props, 'job'>) {
  const { page: words, commands } = useJobPageWords()
  const { title: group, nobody } = useJobsWords()
  const desk = useDesk()
  const { me } = desk
  const { data } = useQuery(statusQuery(desk))
  const save = useSaveJob(id)
  const field = useRef<HTMLSelectElement>(null)
  useCommand({ id: 'job.assign', words: commands.assign, group, keys: 'a', run: () => field.current?.focus() })
  const own = [me.email, words.me(me.name ?? me.email)] as const
  const others = (data?.agents ?? [])
    .filter(({ email }) => email !== me.email)
    .map(({ email, name }) => [email, name ?? email] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b))
  const team = [own, ...others]
  // Somebody who has left the team stays the assignee.
  const former = assignedTo !== null && !team.some(([email]) => email === assignedTo)
  return (
    <ChoiceField
      ref={field}
      label={words.assignee}
      saved={assignedTo ?? ''}
      write={(email) => save({ assignedTo: email || null })}
      choices={[['', nobody], ...team, ...(former ? [[assignedTo, assignedName ?? assignedTo] as const] : [])]}
    />
  )
}

/** A job that is moved to the stage in which it is gets another reason. */
function LostReason({ job }: Pick<Props, 'job'>) {
  const { page: words } = useJobPageWords()
  const { client, site } = useDesk()
  const show = useShowJob(job.id)
  const write = async (lostReason: string) =>
    show(await client.jobs.move.mutate({ site: site.id, id: job.id, stageId: job.stage.id, lostReason }))
  return <LineField label={words.lostReason} saved={job.lostReason ?? ''} maxLength={500} write={write} />
}
