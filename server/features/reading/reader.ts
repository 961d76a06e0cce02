import { Worker } from 'node:worker_threads'
import type { Clock } from '../../core/clock.ts'
import type { Reader } from '../../core/reader.ts'
import type { Answered, Asked } from './worker.ts'

const limitMs = 20_000
const resourceLimits = { maxOldGenerationSizeMb: 512, stackSizeMb: 8 }

/** How long a thread waits for more to read. */
const idleMs = 60_000

/** Makes the thread when there is something to read; one that was broken by it is replaced for the next. */
export function createReader(clock: Clock): Reader {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let stopWaiting = () => {}
  let closed = false
  const end = async () => {
    stopWaiting()
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  const read = async (asked: Asked): Promise<Answered> => {
    stopWaiting()
    if (closed) return { failed: 'The server stops.' }
    worker ??= startWorker()
    const answered = await answerOf(worker, asked)
    if (!answered) await end()
    if (!closed) stopWaiting = clock.after(idleMs, end)
    return answered ?? { failed: 'It takes too long, or too much memory.' }
  }
  const inTurn = (asked: Asked) => {
    const reading = last.then(() => read(asked))
    last = reading.catch(() => {})
    return reading
  }
  return {
    async readPage(html, url) {
      const answered = await inTurn({ kind: 'page', html, url })
      if ('page' in answered) return answered.page
      throw new Error('The page could not be read: it is too large or too deep.')
    },
    async readSitemap(bytes) {
      const answered = await inTurn({ kind: 'sitemap', bytes })
      if ('sitemap' in answered) return answered.sitemap
      throw new Error('it is no sitemap, or too large.')
    },
    async close() {
      closed = true
      await end()
    },
  }
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: [], resourceLimits })
  // An error that nobody listens to would end the server; who waits for an answer listens too.
  return worker.on('error', () => {})
}

/** Undefined where the thread is of no more use. */
function answerOf(worker: Worker, asked: Asked): Promise<Answered | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answered | undefined>()
  const over = () => resolve(undefined)
  const limit = setTimeout(over, limitMs)
  worker.once('message', resolve).once('error', over).once('exit', over)
  worker.postMessage(asked)
  return promise.finally(() => {
    clearTimeout(limit)
    worker.off('message', resolve).off('error', over).off('exit', over)
  })
}
