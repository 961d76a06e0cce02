import { useEffect, useRef } from 'react'
import { TimeTaken } from '../../form/time-taken.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useZonedTimes } from '../../ui/zoned-times.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { useCalendarWords } from '../../words/screen-words.ts'
import type { Conflict, Move } from './moves.ts'

type Props = { conflict: Conflict; zone: string; move: Move; close: () => void }

/** Asks what to do about a move to a time that is taken. */
export function ConflictDialog({ conflict: { appointment, span, taken }, zone, move, close }: Props) {
  const { taken: words } = useCalendarWords()
  const { common } = useLaterWords()
  const times = useZonedTimes(zone)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const moveTo = (start: number, force: boolean) => {
    dialog.current?.close()
    void move(appointment, { start, end: start + (span.end - span.start) }, { force })
  }
  return (
    <Dialog dialog={dialog} label={words.title} onClose={close}>
      <h2>
        <bdi>{appointment.title}</bdi>
      </h2>
      <p>{times.span(span.start, span.end)}</p>
      <TimeTaken
        taken={taken}
        zone={zone}
        busy={false}
        choose={(start) => moveTo(start, false)}
        force={() => moveTo(span.start, true)}
      />
      <div className="cluster">
        <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
          {common.cancel}
        </button>
      </div>
    </Dialog>
  )
}
