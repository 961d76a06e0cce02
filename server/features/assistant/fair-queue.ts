import type { Clock } from '../../core/clock.ts'

/** Why somebody was not let in: too many wait, or it took too long. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

type Limits = {
  /** How many are in at the same time. */
  slots: number
  /** How many may wait, in all and of one site. */
  room: number
  roomOfSite: number
  /** Milliseconds. */
  longestWait: number
}

type Waiting = { admit(): void }

/** Lets so many in at the same time; the sites take turns, and within a site whoever came first goes first. */
export class FairQueue {
  readonly #clock: Clock
  readonly #limits: Limits
  /** In the order in which it is their turn: a site that had its turn goes to the end. */
  readonly #lines = new Map<string, Waiting[]>()
  #running = 0
  #waiting = 0

  constructor(clock: Clock, limits: Limits) {
    this.#clock = clock
    this.#limits = limits
  }

  /** How many are in. */
  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting
  }

  /**
   * Waits for a free place; the answer gives it back, once. Throws a QueueFull where too many wait or the wait is too
   * long, and the signal's reason where it is aborted.
   */
  async enter(site: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const { slots, room, roomOfSite } = this.#limits
    if (this.#running < slots) return this.#take()
    const ofSite = this.#lines.get(site)?.length ?? 0
    if (this.#waiting >= room || ofSite >= roomOfSite) throw new QueueFull('Too many wait already.')
    return await this.#wait(site, signal)
  }

  #take(): () => void {
    this.#running++
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      this.#running--
      this.#admitNext()
    }
  }

  #wait(site: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const over = () => {
        signal.removeEventListener('abort', aborted)
        cancel()
      }
      const refuse = (reason: unknown) => {
        over()
        this.#leave(site, one)
        reject(reason)
      }
      const one: Waiting = {
        admit: () => {
          over()
          resolve(this.#take())
        },
      }
      const aborted = () => refuse(signal.reason)
      const cancel = this.#clock.after(this.#limits.longestWait, () => refuse(new QueueFull('The wait was too long.')))
      signal.addEventListener('abort', aborted)
      this.#lines.set(site, [...(this.#lines.get(site) ?? []), one])
      this.#waiting++
    })
  }

  #admitNext(): void {
    const [next] = this.#lines
    if (!next || this.#running === this.#limits.slots) return
    const [site, [first, ...rest]] = next
    this.#lines.delete(site)
    if (rest.length > 0) this.#lines.set(site, rest)
    this.#waiting--
    first?.admit()
  }

  #leave(site: string, one: Waiting): void {
    const rest = (this.#lines.get(site) ?? []).filter((other) => other !== one)
    if (rest.length > 0) this.#lines.set(site, rest)
    else this.#lines.delete(site)
    this.#waiting--
  }
}
