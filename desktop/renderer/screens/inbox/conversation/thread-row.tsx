import { useTimes } from '../../../ui/format.ts'
import { MessageBody } from '../../../ui/message/message-body.tsx'
import { useWords } from '../../../words/words.tsx'
import { MessageGroup } from './message-group.tsx'
import { NoteRow } from './note-row.tsx'
import styles from './thread.module.css'
import { localDay, type Row } from './timeline.ts'

const day = 24 * 3_600_000

/** A row of the column, by kind. */
export function ThreadRow({ row, visitor, me }: { row: Row; visitor: string; me: string }) {
  const times = useTimes()
  switch (row.kind) {
    case 'day':
      return <Day at={row.at} />
    case 'group':
      return <MessageGroup group={row} visitor={visitor} me={me} />
    case 'note':
      return <NoteRow note={row.note} me={me} />
    case 'system':
      return (
        <li className={styles.system} title={times.whole(row.message.ts)}>
          <MessageBody message={row.message} />
        </li>
      )
  }
}

function Day({ at }: { at: number }) {
  const words = useWords().conversation
  const times = useTimes()
  const now = Date.now()
  const named =
    localDay(at) === localDay(now) ? words.today : localDay(at) === localDay(now - day) ? words.yesterday : null
  return (
    <li className={`row gap-3 ${styles.dayLine}`}>
      <span title={times.day(at)}>{named ?? times.day(at)}</span>
    </li>
  )
}
