import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import type { Job, JobField, Pipeline } from '../../../shared/job.ts'
import { useDesk } from '../live/desk.tsx'
import { pipelineQuery } from '../live/job-queries.ts'
import { keys } from '../live/keys.ts'
import { newId } from '../live/new-id.ts'
import { statusQuery } from '../live/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { QueryBoundary } from '../ui/query-boundary.tsx'
import { toast } from '../ui/toast.ts'
import { useBoardWords, useJobsWords } from '../words/screen-words.ts'
import { useLanguage } from '../words/words.tsx'
import { CountedActions } from './card-form.tsx'
import { useDraft } from './draft.ts'
import { SelectField, TextField } from './fields.tsx'
import { Field, Form, useField } from './form.tsx'
import { draftOf, type JobDefaults, newJobOf } from './job-draft.ts'

type Props = {
  /** Opens it by `showModal`. */
  dialog: RefObject<HTMLDialogElement | null>
  defaults?: JobDefaults
  onCreated?: (job: Job) => void
}

const none: JobDefaults = {}

/** Creates a job, with the fields of the site's pipeline. If a title is filled in, Enter is enough. */
export function NewJobDialog({ dialog, defaults = none, onCreated }: Props) {
  const words = useBoardWords()
  return (
    <Dialog dialog={dialog} label={words.add}>
      {(close) => <Loading defaults={defaults} onCreated={onCreated} close={close} />}
    </Dialog>
  )
}

type FormProps = { defaults: JobDefaults; onCreated: ((job: Job) => void) | undefined; close: () => void }

function Loading(props: FormProps) {
  const pipeline = useQuery(pipelineQuery(useDesk()))
  return <QueryBoundary query={pipeline}>{(data) => <NewJobForm pipeline={data} {...props} />}</QueryBoundary>
}

function NewJobForm({ pipeline, defaults, onCreated, close }: FormProps & { pipeline: Pipeline }) {
  const { add, newJob: words } = useBoardWords()
  const { number } = useJobsWords()
  const { client, site, me } = useDesk()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const { stages, fields, currency } = pipeline
  const assignedTo = defaults.assignedTo === 'me' ? me.email : defaults.assignedTo
  const first = stages.find(({ kind }) => kind === 'open')?.id ?? ''
  // Sent again after an error, the same job is created once.
  const sent = useRef({ given: '', key: newId() })
  const draft = useDraft(draftOf({ ...defaults, assignedTo }, first), async (typed) => {
    const given = newJobOf(typed, defaults, fields, language)
    const text = JSON.stringify(given)
    if (sent.current.given !== text) sent.current = { given: text, key: newId() }
    const job = await client.jobs.create.mutate({ site: site.id, ...given, idempotencyKey: sent.current.key })
    void queries.invalidateQueries({ queryKey: keys.jobs(site.id) })
    close()
    toast(words.created(number(job.number)))
    onCreated?.(job)
  })
  return (
    <Form draft={draft} noValidate className="stack gap-4">
      <h2>{add}</h2>
      <TextField label={words.titleField} hint={words.titleHint} path="title" isFirst />
      <ContactFields defaults={defaults} />
      <div className="grid">
        <SelectField label={words.stage} path="stageId" choices={stages.map(({ id, name }) => [id, name] as const)} />
        <TextField label={words.value(currency)} path="value" type="code" />
        <DateField label={words.due} path="dueAt" />
        <AssigneeField />
      </div>
      {fields.map((field) => (
        <JobFieldInput key={field.name} field={field} />
      ))}
      <CountedActions draft={draft} close={close} />
    </Form>
  )
}

function ContactFields({ defaults: { contactId, contact } }: { defaults: JobDefaults }) {
  const { newJob: words } = useBoardWords()
  const name = contact?.name || contact?.email || contact?.phone
  if (contactId !== undefined)
    return name ? (
      <p>
        {words.contact}: <bdi>{name}</bdi>
      </p>
    ) : null
  return (
    <fieldset className="stack">
      <legend className="strong">{words.contact}</legend>
      <TextField label={words.name} path="contact.name" />
      <div className="grid">
        <TextField label={words.email} path="contact.email" type="email" />
        <TextField label={words.phone} path="contact.phone" type="tel" />
      </div>
    </fieldset>
  )
}

function DateField({ label, path, hint }: { label: string; path: string; hint?: string | undefined }) {
  const { value = '', change } = useField<string>({ path })
  return (
    <Field label={label} path={path} hint={hint}>
      {(control) => <input type="date" value={value} onChange={({ target }) => change(target.value)} {...control} />}
    </Field>
  )
}

function AssigneeField() {
  const { assignee } = useBoardWords()
  const { nobody } = useJobsWords()
  const { data } = useQuery(statusQuery(useDesk()))
  const people = (data?.agents ?? []).map(({ email, name }) => [email, name || email] as const)
  return <SelectField label={assignee} path="assignedTo" choices={[['', nobody] as const, ...people]} />
}

function JobFieldInput({ field: { name, label, type, options = [], required } }: { field: JobField }) {
  const { newJob: words } = useBoardWords()
  const field = { label, path: `fields.${name}`, hint: required ? words.recommended : undefined }
  const nothing = ['', words.choose] as const
  switch (type) {
    case 'choice':
      return <SelectField {...field} choices={[nothing, ...options.map((one) => [one, one] as const)]} />
    case 'boolean':
      return <SelectField {...field} choices={[nothing, ['true', words.yes], ['false', words.no]]} />
    case 'date':
      return <DateField {...field} />
    default:
      return <TextField {...field} />
  }
}
