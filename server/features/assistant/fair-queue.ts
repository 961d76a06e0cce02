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
  /** Milliseconds; of what waits behind the visitors, its own. */
  longestWait: number
  longestBehind: number
}

type Waiting = { admit(): void }

/** Where somebody waits: how they get in, and how they come and go. */
type Line = { take(): () => void; join(one: Waiting): void; leave(one: Waiting): void }

/** Lets so many in at the same time; the sites take turns, and within a site whoever came first goes first. */
export class FairQueue {
  readonly #clock: Clock
  readonly #limits: Limits
  /** In the order in which it is their turn: a site that had its turn goes to the end. */
  readonly #lines = new Map<string, Waiting[]>()
  /** What is done once no visitor waits, one at a time. */
  readonly #behind: Waiting[] = []
  #isBehindIn = false
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
    const { slots, room, roomOfSite, longestWait } = this.#limits
    if (this.#running < slots) return this.#take()
    const ofSite = this.#lines.get(site)?.length ?? 0
    if (this.#waiting >= room || ofSite >= roomOfSite) throw new QueueFull('Too many wait already.')
    this.#waiting++
    return await this.#wait(signal, longestWait, {
      take: () => this.#take(),
      join: (one) => this.#lines.set(site, [...(this.#lines.get(site) ?? []), one]),
      leave: (one) => this.#leave(site, one),
    })
  }

  /** The same for what no visitor waits for: it lets them go first, and is in alone of its kind. */
  async enterBehind(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const { slots, room, longestBehind } = this.#limits
    if (this.#running < slots && !this.#isBehindIn) return this.#takeBehind()
    if (this.#behind.length >= room) throw new QueueFull('Too many wait already.')
    return await this.#wait(signal, longestBehind, {
      take: () => this.#takeBehind(),
      join: (one) => this.#behind.push(one),
      leave: (one) => this.#behind.splice(this.#behind.indexOf(one), 1),
    })
  }

  #take(over = () => {}): () => void {
    this.#running++
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      this.#running--
      over()
      this.#admitNext()
    }
  }

  #takeBehind(): () => void {
    this.#isBehindIn = true
    return this.#take(() => {
      this.#isBehindIn = false
    })
  }

  #wait(signal: AbortSignal, longest: number, { take, join, leave }: Line): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const over = () => {
        signal.removeEventListener('abort', aborted)
        cancel()
      }
      const refuse = (reason: unknown) => {
        over()
        leave(one)
        reject(reason)
      }
      const one: Waiting = {
        admit: () => {
          over()
          resolve(take())
        },
      }
      const aborted = () => refuse(signal.reason)
      const cancel = this.#clock.after(longest, () => refuse(new QueueFull('The wait was too long.')))
      signal.addEventListener('abort', aborted)
      join(one)
    })
  }

  #admitNext(): void {
    if (this.#running === this.#limits.slots) return
    const [next] = this.#lines
    if (!next) {
      if (!this.#isBehindIn) this.#behind.shift()?.admit()
      return
    }
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
