import { shareRunning, TimeLimit, within } from '../../core/async.ts'
import type { Log } from '../database.ts'
import { DatabaseLocked } from '../lock.ts'

export type ConnectionMonitor = {
  /** Checks the server now. Returns a sentence if it does not respond. */
  ping(): Promise<string | undefined>
  /**
   * The sentence about a server that does not respond, or whose data is being replaced. Queries that wait for it would
   * wait in vain.
   */
  silent(): string | undefined
  stop(): void
}

type Options = {
  /** A query that every healthy server answers immediately. */
  ask(): Promise<unknown>
  /** Destroys all connections, so that nothing waits on a dead one. */
  cut(): void
  /** Describes an error as a phrase. */
  reason(error: unknown): string
  name: string
  log: Log
  /** The interval of checks in milliseconds; a fifth of it while the server is down. */
  everyMs: number
  /** How long to wait for an answer, in milliseconds. */
  answerMs: number
}

/**
 * Monitors the server on a dedicated connection. A network that drops packets, or a frozen server, causes no error for
 * minutes. So after `answerMs` without an answer all connections are destroyed, and every query fails immediately until
 * the server responds again. The same happens while the check throws DatabaseLocked.
 */
export function startConnectionMonitor(options: Options): ConnectionMonitor {
  const { everyMs, answerMs } = options
  let silent: string | undefined
  let down: string | undefined
  let timer: NodeJS.Timeout
  let stopped = false

  const say = (sentence: string | undefined) => {
    if (stopped) return sentence
    if (sentence && !down) options.log.error({ reason: sentence }, 'the database is down')
    if (!sentence && down) options.log.warn({}, 'the database responds again')
    down = sentence
    return sentence
  }

  const check = async () => {
    try {
      // A connection that broke since the last check fails immediately, so a second attempt uses a new one.
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

  const ping = shareRunning(check)

  const plan = (): void => {
    timer = setTimeout(() => ping().then(plan), down ? everyMs / 5 : everyMs).unref()
    if (stopped) clearTimeout(timer)
  }
  plan()

  return {
    ping,
    silent: () => silent,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
