import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { JobTemplate, Pipeline } from '../../../../../shared/job.ts'
import { DraftForm } from '../../../form/draft-form.tsx'
import { NumberField, Section, SelectField, Switch, TextField } from '../../../form/fields.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCall } from '../../../ui/use-call.ts'
import { usePipelineWords } from '../../../words/screen-words.ts'
import { FieldList } from './field-list.tsx'
import { draftOf, inputOf, type PipelineDraft, removedFields, removedStages } from './pipeline-draft.ts'
import { StageList } from './stage-list.tsx'

/** The pipeline of the site: its stages, the fields of its jobs, and their files. */
export function JobsPage() {
  const desk = useDesk()
  const { client, site } = desk
  const pipeline = useQuery({
    queryKey: keys.pipeline(site.id),
    queryFn: () => client.jobs.pipeline.query({ site: site.id }),
  })
  const settings = useQuery(settingsQuery(desk))
  return (
    <>
      <QueryBoundary query={pipeline}>{(saved) => <PipelineForm saved={saved} />}</QueryBoundary>
      <QueryBoundary query={settings}>{({ settings: { files } }) => <Files saved={{ files }} />}</QueryBoundary>
    </>
  )
}

function PipelineForm({ saved }: { saved: Pipeline }) {
  const words = usePipelineWords()
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const write = async (draft: PipelineDraft) => {
    const answer = await client.jobs.savePipeline.mutate({ site: site.id, ...inputOf(saved, draft) })
    queries.setQueryData(keys.pipeline(site.id), answer)
  }
  return (
    <>
      <Templates pipeline={saved} />
      <DraftForm saved={draftOf(saved)} write={write}>
        {({ value }) => (
          <>
            <Section title={words.stages} hint={words.stagesHint}>
              <StageList />
              <Moves saved={saved} draft={value} />
            </Section>
            <Section title={words.fields} hint={words.fieldsHint}>
              <FieldList />
              {removedFields(saved, value).length > 0 && (
                <Switch label={words.dropFields} hint={words.dropFieldsHint} path="dropFields" />
              )}
            </Section>
            <Section title={words.chats}>
              <Switch label={words.fromChat} hint={words.fromChatHint} path="fromChat" />
            </Section>
            <Section title={words.values}>
              <TextField label={words.currency} hint={words.currencyHint} path="currency" type="code" maxLength={3} />
            </Section>
          </>
        )}
      </DraftForm>
    </>
  )
}

/** Asks where the jobs of removed stages go. */
function Moves({ saved, draft }: { saved: Pipeline; draft: PipelineDraft }) {
  const words = usePipelineWords()
  const targets = draft.stages.flatMap(({ id, name }) => (id ? [[id, name] as const] : []))
  return removedStages(saved, draft).map(({ id, name, count }) => (
    <SelectField
      key={id}
      label={words.moveJobs(name, count)}
      path={`moveTo.${id}`}
      choices={[['', words.chooseStage] as const, ...targets]}
    />
  ))
}

/** Replaces the stages by those of a template, as long as no jobs would lose theirs. */
function Templates({ pipeline: { templates } }: { pipeline: Pipeline }) {
  const words = usePipelineWords()
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { busy, fault, call } = useCall()
  const apply = (template: JobTemplate) =>
    call(async () => {
      const answer = await client.jobs.applyTemplate.mutate({ site: site.id, template })
      queries.setQueryData(keys.pipeline(site.id), answer)
      toast(words.templateApplied)
    })
  return (
    <Section title={words.templates} hint={words.templatesHint}>
      <div className="cluster">
        {templates.map(({ id, name }) => (
          <button key={id} type="button" className="quiet" disabled={busy} onClick={() => apply(id)}>
            {name}
          </button>
        ))}
      </div>
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
    </Section>
  )
}

type FileSettings = { files: { jobs: boolean; maxJobMb: number } }

function Files({ saved }: { saved: FileSettings }) {
  const words = usePipelineWords()
  return (
    <SettingsForm saved={saved}>
      {() => (
        <Section title={words.files} hint={words.filesHint}>
          <Switch label={words.filesOn} path="files.jobs" />
          <NumberField label={words.maxMb} path="files.maxJobMb" min={1} max={10} />
        </Section>
      )}
    </SettingsForm>
  )
}
