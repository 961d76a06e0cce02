import type { JobField, JobHistoryEntry } from '../../../../shared/job.ts'
import type { JobPageWords } from '../../words/en/job-page.ts'

/** Around what people typed, so that its direction and the sentence's do not mix. */
const open = '\u2068'
const close = '\u2069'
const isolates = /[\u2066-\u2069]/g

const isolated = (text: string) => `${open}${text.replace(isolates, '')}${close}`

/** The parts of a sentence: every second one is what people typed. */
export const partsOf = (sentence: string): string[] => sentence.split(isolates)

type About = {
  words: Pick<JobPageWords, 'history' | 'page'>
  fields: readonly JobField[]
  /** The names of the team by email. */
  names: ReadonlyMap<string, string>
  time(at: number): string
  number(value: number): string
}

type Kind = keyof JobPageWords['history']['kinds']

const maxShown = 200

/** What happened, as a sentence. An entry whose texts were erased says less. */
export function historyWords({ kind, actor, actorName, data }: JobHistoryEntry, about: About): string {
  const { history } = about.words
  const who = isolated(actorName || actorOf(actor, history))
  const { field, from, to } = data
  const names = { who, field: '', from: textOf(from), to: textOf(to) }
  const { kinds } = history
  switch (kind as Kind | string) {
    case 'created':
      return kinds.created({ ...names, to: textOf(data.stage) })
    case 'updated':
      return typeof field === 'string' ? changedWords({ who, field, from, to }, about) : kinds.updated(names)
    case 'stage_changed':
      return from === to ? history.kindChanged(names) : kinds.stage_changed(names)
    case 'lost':
      return data.reason ? history.lostBecause({ ...names, to: textOf(data.reason) }) : kinds.lost(names)
    case 'assigned':
      return assignedWords({ who, from, to }, about)
    case 'details_added':
      return kinds.details_added({ ...names, to: textOf(data.text) })
    case 'file_added':
      return kinds.file_added({ ...names, to: textOf(data.name) })
    case 'file_removed':
      return kinds.file_removed({ ...names, from: textOf(data.name) })
    case 'appointment_added':
    case 'appointment_cancelled':
      return kinds[kind as Kind]({ ...names, to: data.title ? textOf(data.title) : history.appointment })
    case 'appointment_moved':
      return kinds.appointment_moved({ ...names, from: timeOf(from, about), to: timeOf(to, about) })
    default:
      // A newer server may know other kinds.
      return (kinds[kind] ?? kinds.updated)(names)
  }
}

function actorOf(actor: string, { key, system }: JobPageWords['history']): string {
  if (actor.startsWith('key:')) return key
  return actor === 'system' ? system : actor
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '…'
  const text = String(value).replace(/\s+/g, ' ')
  return isolated(text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text)
}

const timeOf = (value: unknown, { time }: About): string => textOf(typeof value === 'number' ? time(value) : value)

type Change = { who: string; field: string; from: unknown; to: unknown }

function changedWords({ who, field, from, to }: Change, about: About): string {
  const { history } = about.words
  const name = field.replace(/^fields\./, '')
  const own = about.fields.find((one) => field !== name && one.name === name)
  const label = field === name ? labelOf(field, history) : isolated(own?.label ?? name)
  const names = {
    ...{ who, field: label },
    from: textOf(shownAs(field, from, own, about)),
    to: textOf(shownAs(field, to, own, about)),
  }
  const isNone = (value: unknown) => value === null || value === undefined || value === ''
  if (field === 'details' || (isNone(from) && isNone(to))) return history.touched(names)
  if (isNone(from)) return history.set(names)
  return isNone(to) ? history.cleared(names) : history.changed(names)
}

const labelOf = (field: string, { fields }: JobPageWords['history']) =>
  Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : fields.other

function shownAs(field: string, value: unknown, own: JobField | undefined, { words, time, number }: About): unknown {
  if (field === 'dueAt' && typeof value === 'number') return time(value)
  if (field === 'value' && typeof value === 'number') return number(value)
  if (own?.type !== 'boolean' || (value !== 'true' && value !== 'false')) return value
  return value === 'true' ? words.page.yes : words.page.no
}

function assignedWords({ who, from, to }: Omit<Change, 'field'>, { words: { history }, names }: About): string {
  const nameOf = (email: unknown) => textOf(names.get(String(email)) ?? email)
  const told = { who, field: '', from: nameOf(from), to: nameOf(to) }
  if (to) return history.assigned(told)
  return from ? history.unassigned(told) : history.kinds.assigned(told)
}
