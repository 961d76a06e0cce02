import { useQuery } from '@tanstack/react-query'
import {
  CalendarClock,
  CalendarPlus,
  CalendarX,
  CircleCheck,
  CircleX,
  FileMinus,
  FilePlus,
  type LucideIcon,
  MessageSquarePlus,
  MoveRight,
  Pencil,
  Plus,
  RotateCcw,
  StickyNote,
  UserCheck,
} from 'lucide-react'
import { useMemo, useState } from 'react'
import type { JobDetail, JobField, JobHistoryEntry, JobHistoryKind } from '../../../../shared/job.ts'
import { Section } from '../../form/fields.tsx'
import { useDesk } from '../../live/desk.tsx'
import { statusQuery } from '../../live/queries.ts'
import { useFigures, useTimes } from '../../ui/format.ts'
import { keyedByPosition } from '../../ui/in-places.ts'
import { useMoney } from '../../ui/money.ts'
import { useJobPageWords } from '../../words/screen-words.ts'
import { historyWords, partsOf } from './history-words.ts'
import styles from './job-page.module.css'

const icons: Record<JobHistoryKind, LucideIcon> = {
  created: Plus,
  updated: Pencil,
  stage_changed: MoveRight,
  won: CircleCheck,
  lost: CircleX,
  reopened: RotateCcw,
  assigned: UserCheck,
  details_added: MessageSquarePlus,
  note_added: StickyNote,
  file_added: FilePlus,
  file_removed: FileMinus,
  appointment_added: CalendarPlus,
  appointment_moved: CalendarClock,
  appointment_cancelled: CalendarX,
}

const firstShown = 20

type Props = { job: JobDetail; fields: readonly JobField[] }

/** What happened to the job, newest first. */
export function JobHistory({ job: { history }, fields }: Props) {
  const { history: words } = useJobPageWords()
  const figures = useFigures()
  const [isWhole, setWhole] = useState(false)
  const sentence = useSentences(fields)
  const newest = history.toReversed()
  const shown = isWhole ? newest : newest.slice(0, firstShown)
  return (
    <Section title={words.title}>
      <ol className={`stack gap-3 ${styles.history}`}>
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} sentence={sentence(entry)} />
        ))}
      </ol>
      {shown.length < newest.length && (
        <button type="button" className={`quiet ${styles.add}`} onClick={() => setWhole(true)}>
          {words.all(figures.whole(newest.length))}
        </button>
      )}
    </Section>
  )
}

function useSentences(fields: readonly JobField[]): (entry: JobHistoryEntry) => string {
  const words = useJobPageWords()
  const times = useTimes()
  const money = useMoney()
  const { data } = useQuery(statusQuery(useDesk()))
  const names = useMemo(() => new Map((data?.agents ?? []).map(({ email, name }) => [email, name ?? email])), [data])
  return (entry) =>
    historyWords(entry, { words, fields, names, time: times.whole, number: (value) => money(value, null) })
}

/** Every second part is what somebody typed. */
const nodeOf = (part: string, at: number) => (at % 2 === 0 ? part : <bdi>{part}</bdi>)

function Entry({ entry: { kind, at }, sentence }: { entry: JobHistoryEntry; sentence: string }) {
  const times = useTimes()
  const Icon = icons[kind] ?? Pencil
  return (
    <li className="row">
      <Icon size={16} aria-hidden="true" />
      <div>
        <p>{keyedByPosition(partsOf(sentence).map(nodeOf))}</p>
        <time className="muted" dateTime={new Date(at).toISOString()}>
          {times.whole(at)}
        </time>
      </div>
    </li>
  )
}
