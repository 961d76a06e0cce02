import { TimeLimit, within } from '../../core/time-limit.ts'
import type { Log } from '../database.ts'
import { DatabaseLocked } from '../lock.ts'

export type Pulse = {
  /** Asks the server now. Gives a sentence when it does not answer. */
  beat(): Promise<string | undefined>
  /** The sentence about a server that is silent, or whose data is being replaced: what waits for it would wait in vain. */
  silent(): string | undefined
  stop(): void
}

type Options = {
  /** A question that every healthy server answers at once. */
  ask(): Promise<unknown>
  /** Breaks all connections, so that nothing waits on a dead one. */
  cut(): void
  /** Says in a phrase what is wrong. */
  reason(error: unknown): string
  name: string
  log: Log
  /** How often it asks, in milliseconds; five times as often while the server is down. */
  everyMs: number
  /** How long it waits for an answer, in milliseconds. */
  answerMs: number
}

/**
 * Looks after the server on a connection of its own. A network that swallows everything, or a server that stands still,
 * gives no error for minutes: after `answerMs` without an answer all connections are cut, and until the server answers
 * again every query fails at once. The same happens while the question is refused with DatabaseLocked.
 */
export function startPulse(options: Options): Pulse {
  const { everyMs, answerMs } = options
  let running: Promise<string | undefined> | undefined
  let silent: string | undefined
  let down: string | undefined
  let timer: NodeJS.Timeout
  let stopped = false

  const say = (sentence: string | undefined) => {
    if (stopped) return sentence
    if (sentence && !down) options.log.error({ reason: sentence }, 'the database is down')
    if (!sentence && down) options.log.warn({}, 'the database answers again')
    down = sentence
    return sentence
  }

  const look = async () => {
    try {
      // A connection that broke since the last time fails at once; the second attempt is made on a new one.
      await within(options.ask(), answerMs).catch((error) => {
        if (error instanceof TimeLimit || error instanceof DatabaseLocked) throw error
        return within(options.ask(), answerMs)
      })
      silent = undefined
      return say(undefined)
    } catch (error) {
      const reason = error instanceof TimeLimit ? 'it is silent' : options.reason(error)
      const what = error instanceof DatabaseLocked ? 'is not used' : 'does not answer'
      const sentence = `The database server ${options.name} ${what}: ${reason}.`
      if (error instanceof TimeLimit || error instanceof DatabaseLocked) {
        silent = sentence
        options.cut()
      }
      return say(sentence)
    }
  }

  const beat = () => {
    running ??= look().finally(() => {
      running = undefined
    })
    return running
  }

  const plan = (): void => {
    timer = setTimeout(() => beat().then(plan), down ? everyMs / 5 : everyMs).unref()
    if (stopped) clearTimeout(timer)
  }
  plan()

  return {
    beat,
    silent: () => silent,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
