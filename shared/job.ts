import { z } from 'zod'
import { AccountEmail, Email } from './address.ts'
import { Color } from './color.ts'
import { rule } from './fault.ts'
import { UploadedFile } from './file.ts'
import { contactFields } from './lead.ts'
import { Milliseconds } from './page.ts'
import { exact, line, text } from './text.ts'

export const JobStatus = z.enum(['open', 'won', 'lost'])
export type JobStatus = z.infer<typeof JobStatus>
export const JobSource = z.enum(['chat', 'quote', 'api', 'manual', 'callback'])
export type JobSource = z.infer<typeof JobSource>

export const Job = z
  .object({
    id: z.string().describe('Begins with `job_`.'),
    number: z.int(),
    title: z.string(),
    details: z.string().nullable(),
    stage: z.object({
      id: z.string().describe('Begins with `stg_`.'),
      name: z.string(),
      kind: JobStatus,
    }),
    status: JobStatus.describe('Determined by the type of the stage.'),
    fields: z.record(z.string(), z.string()),
    contact: z
      .object({
        id: z.string(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
      })
      .nullable(),
    conversationId: z.string().nullable(),
    source: JobSource,
    value: z.number().nullable(),
    valueCents: z.int().nullable().describe('The value in hundredths, for every currency.'),
    currency: z.string().nullable().describe('ISO 4217.'),
    dueAt: Milliseconds.nullable(),
    assignedTo: z.string().nullable(),
    assignedName: z.string().nullable(),
    position: z.int().describe('Orders the jobs of a stage. It has gaps, and changes when others move.'),
    stale: z.boolean().describe('Whether it has been in its stage for longer than the stage allows.'),
    stageChangedAt: Milliseconds,
    closedAt: Milliseconds.nullable(),
    lostReason: z.string().nullable(),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof Job>

/** The maximum of a site. */
export const maxStages = 20
export const maxJobFields = 30

const stageId = z.string().describe('Begins with `stg_`.')

export const Stage = z
  .object({
    id: stageId,
    name: z.string(),
    color: z.string(),
    position: z.int().describe('From 0.'),
    kind: JobStatus.describe('The status of the jobs in it.'),
    rotDays: z.int().nullable().describe('A job that is in the stage for more days than this is `stale`.'),
    count: z.int(),
    valueCents: z.int().describe('The sum of the values of its jobs, whatever their currency.'),
  })
  .meta({ id: 'Stage' })
export type Stage = z.infer<typeof Stage>

export const JobFieldType = z.enum(['text', 'number', 'date', 'choice', 'boolean'])
export type JobFieldType = z.infer<typeof JobFieldType>

export const JobField = z
  .object({
    name: z.string().describe('The name of the value in `fields` of a job.'),
    label: z.string(),
    type: JobFieldType,
    options: z.array(z.string()).optional().describe('The values of a `choice`.'),
    required: z.boolean().describe('Shown in forms. A job without the value is accepted.'),
  })
  .meta({ id: 'JobField' })
export type JobField = z.infer<typeof JobField>

export const jobTemplates = ['sales', 'service', 'projects', 'simple'] as const
export const JobTemplate = z.enum(jobTemplates)
export type JobTemplate = z.infer<typeof JobTemplate>

export const Pipeline = z
  .object({
    site: z.string(),
    currency: z.string().describe('ISO 4217. The currency of a value that is sent without one.'),
    stages: z.array(Stage),
    fields: z.array(JobField),
    fromChat: z
      .boolean()
      .describe(
        'Whether a finished chat in which a visitor wants work done becomes a job, once the pipeline was set up.',
      ),
    templates: z.array(z.object({ id: JobTemplate, name: z.string() })),
  })
  .meta({ id: 'Pipeline' })
export type Pipeline = z.infer<typeof Pipeline>

const currencies = new Set(Intl.supportedValuesOf('currency'))

export const Currency = line(3, 1)
  .toUpperCase()
  .refine((code) => currencies.has(code), 'Must be an ISO 4217 code such as EUR.')
  .describe('ISO 4217.')

const NewJobField = z
  .object({
    name: line(64, 1).refine(
      (name) => /^[a-z][\w.-]*$/i.test(name),
      rule('field_name', 'Must begin with a letter and contain only letters, digits, underscores, hyphens and dots.'),
    ),
    label: line(100, 1).optional().describe('Defaults to the name.'),
    type: JobFieldType.default('text'),
    options: z.array(line(200, 1)).max(100).optional(),
    required: z.boolean().default(false),
  })
  .refine(({ type, options = [] }) => type !== 'choice' || options.length > 0, {
    ...rule('options_missing', 'A choice needs at least one option.'),
    path: ['options'],
  })
  .meta({ id: 'NewJobField' })
export type NewJobField = z.infer<typeof NewJobField>

const hasDuplicates = (names: string[]) => new Set(names).size < names.length

const NewJobFields = z
  .array(NewJobField)
  .max(maxJobFields)
  .refine(
    (fields) => !hasDuplicates(fields.map(({ name }) => name)),
    rule('names_differ', 'Two fields have the same name.'),
  )

const id = exact(64, 1)

const NewStage = z
  .object({
    id: id.optional().describe('Keeps this stage with its jobs. Without it, the stage is added.'),
    name: line(60, 1).optional().describe('Required for a new stage.'),
    color: Color.optional(),
    kind: JobStatus.optional().describe('Default: `open` for a new stage.'),
    rotDays: z.int().min(1).max(3650).nullable().optional(),
  })
  .refine((stage) => stage.id !== undefined || stage.name !== undefined, {
    ...rule('required', 'A new stage needs a name.'),
    path: ['name'],
  })
  .meta({ id: 'NewStage' })
export type NewStage = z.infer<typeof NewStage>

export const PutPipeline = z
  .object({
    currency: Currency.optional(),
    stages: z
      .array(NewStage)
      .min(3)
      .max(maxStages)
      .optional()
      .describe('All stages, in order. Those left out are removed.'),
    fields: NewJobFields.optional().describe('All fields, in order. Those left out are removed.'),
    fromChat: z.boolean().optional(),
    moveTo: z
      .record(id, id)
      .refine((moves) => Object.keys(moves).length <= maxStages, 'Must have at most 20 entries.')
      .optional()
      .describe('Where the jobs of each removed stage go: the id of the removed stage, and of the other one.'),
    dropFields: z.boolean().default(false).describe('Whether the values of removed fields are deleted from the jobs.'),
  })
  .meta({ id: 'PutPipeline' })
export type PutPipeline = z.infer<typeof PutPipeline>

export const ApplyTemplate = z.object({ template: JobTemplate }).meta({ id: 'ApplyTemplate' })
export type ApplyTemplate = z.infer<typeof ApplyTemplate>

export const SetUpPipeline = z
  .object({
    template: JobTemplate.default('simple'),
    currency: Currency.optional(),
    fields: NewJobFields.optional(),
  })
  .meta({ id: 'SetUpPipeline' })
export type SetUpPipeline = z.infer<typeof SetUpPipeline>

export const PipelineSetup = z.object({ created: z.boolean(), pipeline: Pipeline }).meta({ id: 'PipelineSetup' })
export type PipelineSetup = z.infer<typeof PipelineSetup>

const latest = 8_640_000_000_000_000
const At = z.int().min(0).max(latest)
const fromText = (text: z.ZodType<string>) => text.transform((given) => Date.parse(given as string)).pipe(At)

/** A time as milliseconds, or in ISO 8601 with its zone. A date is its beginning in UTC. */
const DueAt = z
  .union(
    [At, fromText(z.iso.datetime({ offset: true })), fromText(z.iso.date())],
    'Must be milliseconds since the epoch, or a time such as 2026-01-31T12:00:00Z.',
  )
  .describe('Milliseconds, or ISO 8601 with a time zone. A date means its beginning in UTC.')

const Value = z.number().min(0).max(90_071_992_547_409).describe('`valueCents` is its hundredfold, rounded half up.')

/** A value of a field; numbers and booleans are stored as text. */
const FieldValue = z.union([z.string().max(1000), z.number(), z.boolean()])
const fieldValues = <T extends z.ZodType>(value: T) =>
  z.record(exact(64), value).refine((fields) => Object.keys(fields).length <= maxJobFields, {
    ...rule('too_many', `Must have at most ${maxJobFields} entries.`, { max: maxJobFields }),
  })
export type FieldValues = Record<string, string | number | boolean | null>

const title = line(160, 1)
const details = text(10_000)
const assignedTo = AccountEmail.describe('The email of an account.')
const optionalEmail = z.union([Email, z.literal('')])

export const NewJob = z
  .object({
    title: line(160).optional().describe('Default: made from the first field and the contact.'),
    details: details.optional(),
    fields: fieldValues(FieldValue.nullable()).optional().describe("By the names of the pipeline's fields."),
    contact: z
      .object({
        name: contactFields.name.optional(),
        email: optionalEmail.optional(),
        phone: contactFields.phone.optional(),
      })
      .optional()
      .describe('Found by email, then by phone, or created.'),
    contactId: id.optional().describe('An existing contact. `contact` is then ignored.'),
    conversationId: id.optional().describe('Its verified contact is the contact of the job, unless you name one.'),
    callbackId: id.optional().describe('Takes contact and conversation from this callback request, and marks it done.'),
    stageId: id.optional().describe('Default: the first open stage.'),
    value: Value.optional(),
    currency: Currency.optional().describe("ISO 4217. Default: the pipeline's, if there is a value."),
    dueAt: DueAt.optional(),
    assignedTo: assignedTo.optional(),
  })
  .meta({ id: 'NewJob' })
export type NewJob = z.infer<typeof NewJob>

export const PatchJob = z
  .object({
    title: title.optional(),
    details: details.nullable().optional().describe('Replaces all details.'),
    fields: fieldValues(FieldValue.nullable()).optional().describe('Values to set. Null removes a value.'),
    value: Value.nullable().optional(),
    currency: Currency.nullable().optional(),
    dueAt: DueAt.nullable().optional(),
    assignedTo: assignedTo.nullable().optional(),
  })
  .meta({ id: 'PatchJob' })
export type PatchJob = z.infer<typeof PatchJob>

export const MoveJob = z
  .object({
    stageId: id,
    position: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe('Its place in the stage, from 0. Default: the end of another stage, or the place that it has.'),
    before: id
      .nullable()
      .optional()
      .describe('The job that it is put before, or null for the end. Instead of `position`.'),
    lostReason: text(500).optional().describe('Only for a lost stage.'),
  })
  .refine(({ position, before }) => position === undefined || before === undefined, {
    error: 'Send `position` or `before`.',
    path: ['before'],
  })
  .meta({ id: 'MoveJob' })
export type MoveJob = z.infer<typeof MoveJob>

export const JobUpdate = z.object({ text: text(5000, 1) }).meta({ id: 'JobUpdate' })
export type JobUpdate = z.infer<typeof JobUpdate>

export const JobsQuery = z.object({
  status: z
    .enum([...JobStatus.options, 'all'])
    .optional()
    .describe('Default: `open`, or every status if `stage` names one stage.'),
  stage: id.optional(),
  assigned: line(254, 1).optional().describe('`me`, `none` or an email.'),
  source: JobSource.optional(),
  contact: id.optional().describe('Id of a contact.'),
  conversation: id.optional(),
  q: line(200).optional().describe('Words in title, details, fields or contact, or a number.'),
})
export type JobsQuery = z.infer<typeof JobsQuery>

export const JobList = z
  .object({
    items: z.array(Job),
    stages: z.array(Stage).describe('All stages. They count the jobs of every stage that match the other filters.'),
  })
  .meta({ id: 'JobList' })
export type JobList = z.infer<typeof JobList>

export const JobHistoryKind = z.enum([
  'created',
  'updated',
  'stage_changed',
  'won',
  'lost',
  'reopened',
  'assigned',
  'details_added',
  'note_added',
  'file_added',
  'file_removed',
  'appointment_added',
  'appointment_moved',
  'appointment_cancelled',
])
export type JobHistoryKind = z.infer<typeof JobHistoryKind>

export const JobHistoryEntry = z
  .object({
    id: z.string(),
    at: Milliseconds,
    actor: z.string().describe('An email, `key:<key_id>` or `system`.'),
    actorName: z.string().nullable(),
    kind: JobHistoryKind,
    data: z.record(z.string(), z.unknown()).describe('`{field, from, to}` for `updated` and `assigned`.'),
  })
  .meta({ id: 'JobHistoryEntry' })
export type JobHistoryEntry = z.infer<typeof JobHistoryEntry>

export const JobNote = z
  .object({
    id: z.string().describe('Begins with `note_`.'),
    author: z.string(),
    authorName: z.string().nullable(),
    text: z.string(),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: 'JobNote', description: 'A note of the team on a job.' })
export type JobNote = z.infer<typeof JobNote>

export const JobDetail = Job.extend({
  history: z.array(JobHistoryEntry).describe('Oldest first: the creation, and the last 499 entries.'),
  notes: z.array(JobNote).describe('The newest 500, oldest first.'),
  conversation: z
    .object({
      id: z.string(),
      firstMessage: z.string().nullable().describe('Null without `conversations:read`.'),
      startedAt: Milliseconds,
    })
    .nullable(),
}).meta({ id: 'JobDetail' })
export type JobDetail = z.infer<typeof JobDetail>

export const JobFile = z
  .object({
    id: z.string().describe('Begins with `jfile_`.'),
    name: z.string(),
    type: z.string().describe('The media type.'),
    size: z.int().describe('In bytes.'),
    url: z.string().describe('A signed path of this server. It works for an hour, without a key.'),
    uploadedBy: z.string(),
    createdAt: Milliseconds,
  })
  .meta({ id: 'JobFile' })
export type JobFile = z.infer<typeof JobFile>

export const JobFiles = z.object({ files: z.array(JobFile) }).meta({ id: 'JobFiles' })
export type JobFiles = z.infer<typeof JobFiles>

export const NewJobFile = z
  .object({
    file: UploadedFile.describe('An image, PDF, Word or Excel document, text or CSV, with its file name.'),
  })
  .meta({ id: 'NewJobFile' })
export type NewJobFile = z.infer<typeof NewJobFile>
