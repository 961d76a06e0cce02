import type { Parts } from '../../../core/context.ts'
import type { Moment } from '../../../core/moments.ts'
import { oneAtATime } from '../../../core/one-at-a-time.ts'
import { repeat } from '../../../core/repeat.ts'
import { settlePresence } from './attendance.ts'
import { planReturns } from './gone.ts'
import { forgetWindows } from './lease.ts'
import { createQueueWatch } from './queue-watch.ts'
import { presentMoments } from './snapshot.ts'
import { stopTyping } from './typing.ts'
import { endViewing } from './viewers.ts'
import { type Connecting, createWindows } from './windows.ts'

export type PresenceWatch = {
  /** A window of a person is open on this server; the answer says that it closed. */
  connect(connecting: Connecting): (signedOut: boolean) => void
  /** What is of the moment on a site, for whoever has just come. */
  snapshot(site: string): Promise<Moment[]>
  start(): void
  close(): Promise<void>
}

const beatEvery = 2_000
const placesEvery = 15_000
const forgetEvery = 3_600_000

/** Keeps who is there, and the queue, on this server: what its sockets say, and what ran out on any. */
export function createPresence(parts: Parts): PresenceWatch {
  const queue = createQueueWatch(parts)
  const stops: (() => Promise<void>)[] = []
  const failed = (err: unknown) => parts.log.warn({ err }, 'presence could not be written; trying again')
  let running = false

  const beat = async () => {
    // This server's own leases first: none of them may run out because it was late.
    const at = parts.clock.now()
    await windows.write()
    await settlePresence(parts, at)
    await endViewing(parts, at)
  }
  const beating = oneAtATime(beat, failed)
  const windows = createWindows(parts, () => {
    if (running) beating.run()
  })
  const every = (milliseconds: number, work: () => Promise<void>) =>
    stops.push(repeat(parts.clock, milliseconds, work, failed))
  return {
    connect: windows.connect,
    snapshot: (site) => presentMoments(parts, site),
    start() {
      running = true
      queue.start()
      every(beatEvery, async () => {
        beating.run()
        await beating.done()
        await planReturns(parts)
      })
      every(placesEvery, async () => queue.tellAgain())
      every(forgetEvery, () => forgetWindows(parts))
    },
    async close() {
      await Promise.all(stops.map((stop) => stop()))
      // The leases of those that were let go run from now.
      running = false
      beating.run()
      await beating.done()
      stopTyping(parts)
      await queue.close()
    },
  }
}
