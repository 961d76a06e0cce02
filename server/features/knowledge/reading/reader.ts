import type { Clock } from '../../../core/clock.ts'
import { FailureError, failure } from '../../../core/failure.ts'
import { type Reader, Unreadable } from '../../../core/reader.ts'
import type { CalendarAnswered, CalendarRequest } from '../../bookings/calendars/ics-worker.ts'
import type { FileAnswered, FileRequest } from './file-worker.ts'
import { createThread } from './thread.ts'
import type { Answered, ReadRequest } from './worker.ts'

const pageLimits = { milliseconds: 60_000, cpuMilliseconds: 10_000, heapMb: 320, growthMb: 400 }
const calendarLimits = { milliseconds: 30_000, cpuMilliseconds: 5_000, heapMb: 200, growthMb: 300 }
const fileLimits = { milliseconds: 60_000, cpuMilliseconds: 15_000, heapMb: 320, growthMb: 400 }

/** The errors for work that exceeds its limits. */
export const tooMuch = {
  readPage: () =>
    new FailureError(failure('page_unreadable', 'The page could not be read: it is too large or too deep.')),
  readSitemap: () => new FailureError(failure('sitemap_invalid', 'it is no sitemap, or too large.')),
  checkLinks: () => new Error('The links could not be checked: they are too many, or the patterns too costly.'),
  readFile: () => new Unreadable(failure('file_memory', 'Reading it takes too much memory.')),
  readCalendar: () => new Unreadable({ message: 'It has too many events or repetitions.', reason: null, params: null }),
}

/** Reads in threads of this process, which start on demand. */
export function createReader(clock: Clock): Reader {
  const pages = createThread<ReadRequest, Answered>(clock, new URL('./worker.ts', import.meta.url), pageLimits)
  const files = createThread<FileRequest, FileAnswered>(clock, new URL('./file-worker.ts', import.meta.url), fileLimits)
  const program = new URL('../../bookings/calendars/ics-worker.ts', import.meta.url)
  const calendars = createThread<CalendarRequest, CalendarAnswered>(clock, program, calendarLimits)
  const ask = async (asked: ReadRequest): Promise<Answered> => {
    const outcome = await pages.ask(asked)
    return 'answer' in outcome ? outcome.answer : { failed: outcome.failed }
  }
  return {
    async readPage(html, url) {
      const answered = await ask({ kind: 'page', html, url })
      if ('page' in answered) return answered.page
      throw tooMuch.readPage()
    },
    async readSitemap(bytes, url, website) {
      const answered = await ask({ kind: 'sitemap', bytes, url, website })
      if ('sitemap' in answered) return answered.sitemap
      throw tooMuch.readSitemap()
    },
    async checkLinks(links, rules) {
      const answered = await ask({ kind: 'links', links, rules })
      if ('links' in answered) return answered.links
      throw tooMuch.checkLinks()
    },
    async readFile(type, bytes, signal) {
      const outcome = await files.ask({ type, bytes }, { signal, transfer: [bytes.buffer] })
      if ('answer' in outcome) return readable(outcome.answer)
      if (outcome.failed === 'time') throw new Unreadable(failure('file_slow', 'Reading it takes too long.'))
      if (outcome.failed === 'memory') throw tooMuch.readFile()
      throw new Error('Reading of the file was cancelled.')
    },
    async readCalendar(bytes, window, zone, signal) {
      const outcome = await calendars.ask({ bytes, window, zone }, { signal, transfer: [bytes.buffer] })
      if ('answer' in outcome) {
        if ('calendar' in outcome.answer) return outcome.answer.calendar
        throw new Unreadable(outcome.answer.fault)
      }
      if (outcome.failed === 'time' || outcome.failed === 'memory') throw tooMuch.readCalendar()
      throw new Error('Reading of the calendar was cancelled.')
    },
    async close() {
      await Promise.all([pages.close(), files.close(), calendars.close()])
    },
  }
}

function readable(answered: FileAnswered) {
  if ('text' in answered) return answered.text
  throw new Unreadable(answered.fault)
}
