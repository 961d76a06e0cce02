import { parentPort } from 'node:worker_threads'
import { keepCompiled } from '../../../core/compile-cache.ts'
import { type Failure, failureOf } from '../../../core/failure.ts'
import { type CalendarText, Unreadable } from '../../../core/reader.ts'
import { lowerThreadPriority } from '../../knowledge/reading/low-priority.ts'
import type { Span } from './calendar.ts'

export type CalendarRequest = { bytes: Uint8Array; window: Span; zone: string }
export type CalendarAnswered = { calendar: CalendarText } | { fault: Failure }

async function answerTo({ bytes, window, zone }: CalendarRequest): Promise<CalendarAnswered> {
  const { readCalendar } = await import('./read-ics.ts')
  try {
    return { calendar: readCalendar(bytes, window, zone) }
  } catch (error) {
    const isKnown = error instanceof Unreadable
    return { fault: isKnown ? failureOf(error) : { message: 'It is damaged.', reason: null, params: null } }
  }
}

// Answers messages and lowers its priority only as a worker.
if (parentPort) lowerThreadPriority()
parentPort?.on('message', async (asked: CalendarRequest) => {
  parentPort?.postMessage(await answerTo(asked))
  keepCompiled()
})
