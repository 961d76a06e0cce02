import type { JobFieldType } from '../../../../shared/job.ts'
import type { Widen } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** The settings of jobs. */
export const pipeline = {
  templates: 'Start from a template',
  templatesHint: 'Replaces the stages. Jobs must not be in a stage that the template does not have.',
  templateApplied: 'The stages of the template are in place',
  stages: 'Stages',
  stagesHint: 'The columns of the board, from left to right. There is at least one of each type.',
  newStage: 'New stage',
  addStage: 'Add stage',
  name: 'Name',
  kind: 'Type',
  kindHint: 'Jobs take this status in the stage.',
  color: 'Colour',
  colors: {
    '#3b82f6': 'Blue',
    '#6366f1': 'Indigo',
    '#a855f7': 'Purple',
    '#14b8a6': 'Teal',
    '#22c55e': 'Green',
    '#eab308': 'Yellow',
    '#f97316': 'Orange',
    '#ef4444': 'Red',
    '#64748b': 'Grey',
  },
  rotDays: 'Stale after days',
  rotDaysHint: 'A job that stays longer is marked. Empty: never.',
  moveJobs: (stage: string, count: number) =>
    `Move ${plural(count, { one: 'the job', other: 'the # jobs' })} of “${stage}” to`,
  chooseStage: 'Choose a stage',
  fields: 'Fields',
  fieldsHint: 'What you want to know about every job, beside title, contact, value and due date.',
  noFields: 'No fields yet, for example a model, a serial number or an address.',
  newField: 'New field',
  addField: 'Add field',
  label: 'Label',
  type: 'Type',
  types: {
    text: 'Text',
    number: 'Number',
    date: 'Date',
    choice: 'Choice',
    boolean: 'Yes or no',
  } satisfies Record<JobFieldType, string>,
  options: 'Options',
  option: 'Option',
  addOption: 'Add option',
  key: 'Name in the API',
  keyHint: 'Integrations use it. Changing it removes the field and adds another.',
  required: 'Required',
  requiredHint: 'Marked in forms. A job can be saved without it.',
  dropFields: 'Delete the values of removed fields from all jobs',
  dropFieldsHint: 'A removed field that jobs use can only be removed with its values. This can’t be undone.',
  chats: 'From chats',
  fromChat: 'Create jobs from chats',
  fromChatHint:
    'When a chat ends in which a visitor wants work done, the model makes a job of it. It fills the fields with what the visitor wrote, and nothing else. It needs a model.',
  values: 'Values',
  currency: 'Currency',
  currencyHint: 'The code of the currency of new jobs, such as EUR.',
  files: 'Files',
  filesHint: 'Photos and documents of a job. They are stored in the database and are part of its backup.',
  filesOn: 'Allow files in jobs',
  maxMb: 'Largest file in MB',
}

export type PipelineWords = Widen<typeof pipeline>
