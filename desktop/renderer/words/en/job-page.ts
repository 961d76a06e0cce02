import type { JobHistoryKind } from '../../../../shared/job.ts'
import type { Widen } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')
const notes = (count: number) => plural(count, { one: '# note', other: '# notes' })
const files = (count: number) => plural(count, { one: '# file', other: '# files' })

/** The page of a job. */
const page = {
  back: 'Jobs',
  title: 'Title',
  noTitle: 'A job needs a title.',
  stage: 'Stage',
  moveTo: (stage: string) => `Stage: ${stage}. Move it`,
  lostTitle: (stage: string) => `Move to ${stage}`,
  lostReason: 'Reason',
  lostReasonHint: 'Optional. Why was it lost?',
  move: 'Move the job',
  stale: (days: number) => `In this stage for ${plural(days, { one: '# day', other: '# days' })}`,
  overdue: (day: string) => `Overdue since ${day}`,
  closed: { won: (at: string) => `Won on ${at}`, lost: (at: string) => `Lost on ${at}` },
  facts: 'Details of the job',
  value: 'Value',
  currency: 'Currency',
  due: 'Due date',
  dueTime: 'Time',
  assignee: 'Assigned to',
  me: (name: string) => `${name} (you)`,
  ownFields: 'Fields of your pipeline',
  required: 'Required',
  choose: '–',
  yes: 'Yes',
  no: 'No',
  badNumber: 'Enter a number such as 12.5.',
  badDate: 'Enter a whole date.',
  timeAlone: 'Choose a date first.',
  saving: 'Saving…',
  saved: 'Saved',
  changedMeanwhile: (text: string) => `Somebody else has changed this to “${text}”. Your text is not saved yet.`,
  clearedMeanwhile: 'Somebody else has cleared this. Your text is not saved yet.',
  saveMine: 'Save mine',
  takeTheirs: 'Use theirs',
  notSaved: (what: string, why: string) => `${what} was not saved. ${why}`,
  description: 'Description',
  noDescription: 'What is to be done?',
  longHint: (keys: string) => `${keys} saves, Escape restores.`,
  addUpdate: 'Add an update',
  updateHint: 'Added below the description, as a paragraph of its own.',
  about: 'Contact and origin',
  contact: 'Contact',
  noContact: 'No contact',
  nameless: 'Contact without a name',
  conversation: 'Conversation',
  conversationSince: (at: string) => `Conversation of ${at}`,
  source: 'Source',
  created: 'Created',
  changed: 'Changed',
  remove: 'Delete the job',
  removeTitle: (number: number) => `Delete job #${number}?`,
  removeText: (count: { notes: number; files: number }) =>
    `${[count.notes > 0 && notes(count.notes), count.files > 0 && files(count.files), 'its history'].filter(Boolean).join(', ')} will be deleted with it. The contact and the conversation stay. This can’t be undone.`.replace(
      /^its/,
      'Its',
    ),
  removed: (number: number) => `Job #${number} was deleted.`,
}

const noteWords = {
  title: 'Notes',
  write: 'Write a note',
  hint: 'Only the team sees it.',
  save: 'Add the note',
  none: 'No notes yet.',
  note: 'Note',
  edit: 'Edit the note',
  edited: 'edited',
  remove: 'Delete the note',
  sure: 'Delete it for good',
}

const fileWords = {
  title: 'Files',
  add: 'Add files',
  drop: 'or drop or paste them here',
  dropNow: 'Drop the files to add them to this job',
  none: 'No files yet. Images, PDF, Word, Excel, text and CSV can be added.',
  sending: (name: string) => `Uploading ${name}`,
  added: (name: string) => `${name} was added.`,
  notAdded: (name: string, why: string) => `${name} was not added. ${why}`,
  by: (who: string, at: string) => `${who}, ${at}`,
  download: (name: string) => `Download ${name}`,
  remove: 'Delete',
  removeOne: (name: string) => `Delete ${name}`,
  sure: 'Delete for good',
  off: 'Files of jobs are turned off.',
  offHint: 'An admin can turn them on in the settings.',
  turnOn: 'Turn on files in the settings',
}

type Names = { who: string; field: string; from: string; to: string }

/** What happened, each with who did it. */
const history = {
  title: 'History',
  all: (count: string) => `Show all ${count} entries`,
  system: 'Frontdesk',
  key: 'An API key',
  appointment: 'an appointment',
  fields: {
    title: 'the title',
    details: 'the description',
    value: 'the value',
    currency: 'the currency',
    dueAt: 'the due date',
    lostReason: 'the reason',
    other: 'a field',
  },
  changed: ({ who, field, from, to }: Names) => `${who} changed ${field} from ${from} to ${to}`,
  set: ({ who, field, to }: Names) => `${who} set ${field} to ${to}`,
  cleared: ({ who, field, from }: Names) => `${who} removed ${field}, which was ${from}`,
  touched: ({ who, field }: Names) => `${who} changed ${field}`,
  assigned: ({ who, to }: Names) => `${who} assigned it to ${to}`,
  unassigned: ({ who, from }: Names) => `${who} removed the assignee ${from}`,
  kindChanged: ({ who, to }: Names) => `${who} changed the kind of the stage ${to}`,
  lostBecause: ({ who, to }: Names) => `${who} marked it as lost: ${to}`,
  kinds: {
    created: ({ who, to }: Names) => `${who} created it in ${to}`,
    updated: ({ who }: Names) => `${who} changed it`,
    stage_changed: ({ who, from, to }: Names) => `${who} moved it from ${from} to ${to}`,
    won: ({ who }: Names) => `${who} marked it as won`,
    lost: ({ who }: Names) => `${who} marked it as lost`,
    reopened: ({ who }: Names) => `${who} reopened it`,
    assigned: ({ who }: Names) => `${who} changed the assignee`,
    details_added: ({ who, to }: Names) => `${who} added an update: ${to}`,
    note_added: ({ who }: Names) => `${who} added a note`,
    file_added: ({ who, to }: Names) => `${who} added the file ${to}`,
    file_removed: ({ who, from }: Names) => `${who} deleted the file ${from}`,
    appointment_added: ({ who, to }: Names) => `${who} added ${to}`,
    appointment_moved: ({ who, from, to }: Names) => `${who} moved the appointment from ${from} to ${to}`,
    appointment_cancelled: ({ who, to }: Names) => `${who} cancelled ${to}`,
  } satisfies Record<JobHistoryKind, (names: Names) => string>,
}

/** The table of jobs. */
const list = {
  search: 'Search the jobs',
  searchHint: 'Title, description, contact, #number',
  clearSearch: 'Clear the search',
  status: 'Status',
  all: 'All',
  showStatus: (status: string) => `Show jobs: ${status}`,
  stage: 'Stage',
  anyStage: 'Any stage',
  assignee: 'Assignee',
  anybody: 'Anybody',
  mine: 'Me',
  source: 'Source',
  anySource: 'Any source',
  columns: {
    number: 'Number',
    title: 'Title',
    stage: 'Stage',
    contact: 'Contact',
    value: 'Value',
    due: 'Due',
    assignee: 'Assignee',
    source: 'Source',
    changed: 'Changed',
  },
  currency: 'Currency',
  chooseColumns: 'Columns',
  download: 'CSV',
  downloadHint: 'Export the shown jobs as a CSV file',
  shown: (count: number) => plural(count, { one: '# job', other: '# jobs' }),
  more: (shown: string, all: string) => `Showing ${shown} of ${all} jobs. Search or filter to see the others.`,
  overdue: 'Overdue',
  stale: 'Too long in this stage',
  failed: 'The jobs cannot be shown.',
  none: 'No jobs yet',
  noneHint: 'A job is work that you do for somebody: a repair, an order, a project. Create the first one.',
  noneLike: 'No matching jobs',
  noneLikeHint: 'Choose other filters, or clear them.',
  clear: 'Clear the filters',
  settings: 'Settings of jobs',
}

/** The jobs of a conversation or a contact, and new ones. */
const of = {
  title: 'Jobs',
  create: 'Create a job',
  forWhom: (name: string) => `For ${name}`,
  now: 'Create job',
  creating: 'Creating…',
  created: (number: number) => `Job #${number} was created.`,
  notCreated: (why: string) => `The job was not created. ${why}`,
  name: 'Title',
  nameHint: 'Empty: named after the contact.',
  none: 'No jobs yet.',
  all: (count: number) => `Show all ${plural(count, { one: '# job', other: '# jobs' })}`,
}

const commands = {
  next: 'Next job',
  previous: 'Previous job',
  open: 'Open the job',
  back: 'Back to the jobs',
  edit: 'Change the title',
  stage: 'Move to another stage',
  assign: 'Choose the assignee',
  note: 'Write a note',
  files: 'Add files',
  remove: 'Delete the job',
}

export const jobPage = { page, notes: noteWords, files: fileWords, history, list, of, commands }

export type JobPageWords = Widen<typeof jobPage>
