import type { Clock } from '../../../core/clock.ts'

/** Why a caller was not admitted: too many are waiting, or the wait was too long. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** Why background work must stop: a visitor needs its place. */
export class Displaced extends QueueFull {}

type Limits = {
  /** The number of callers admitted at the same time. */
  slots: number
  /** The maximum number of waiting callers, in total and per site. */
  room: number
  roomOfSite: number
  /** The maximum wait in milliseconds; background work has its own. */
  maxWaitMs: number
  maxBackgroundWaitMs: number
}

/** `move` receives its place whenever that changes; 1 is next. */
type Waiting = { admit(): void; move(place: number): void }

/** A queue of callers. */
type Line<T> = { take(): T; join(one: Waiting): void; leave(one: Waiting): void }

/** The place of background work. `displaced` aborts when a visitor needs it. */
export type BehindPlace = { leave(): void; displaced: AbortSignal }

/**
 * Limits how many callers run at the same time. Sites take turns; within a site, callers are served in order of
 * arrival. Background work gives its place to a caller who would have to wait.
 */
export class FairQueue {
  readonly #clock: Clock
  readonly #limits: Limits
  /** In the order of their turns: after its turn, a site moves to the end. */
  readonly #lines = new Map<string, Waiting[]>()
  /** Background work, done one at a time when no visitor is waiting. */
  readonly #behind: Waiting[] = []
  #behindIn: AbortController | undefined
  /** Callers who gave their place away in the middle of their work. */
  readonly #returning: Waiting[] = []
  #running = 0
  #waiting = 0

  constructor(clock: Clock, limits: Limits) {
    this.#clock = clock
    this.#limits = limits
  }

  /** The number of admitted callers. */
  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting + this.#returning.length
  }

  /**
   * Waits for a free place. Returns a function that releases it, once. Throws a QueueFull if too many wait or the wait
   * is too long, and the signal's reason if aborted.
   * @param moved receives the place in the queue, 1 for the next, at the beginning of a wait and whenever it changes
   */
  async enter(site: string, signal: AbortSignal, moved: (place: number) => void = () => {}): Promise<() => void> {
    signal.throwIfAborted()
    const { slots, room, roomOfSite, maxWaitMs } = this.#limits
    if (this.#running < slots) return this.#take()
    const ofSite = this.#lines.get(site)?.length ?? 0
    if (this.#waiting >= room || ofSite >= roomOfSite) throw new QueueFull('Too many wait already.')
    this.#waiting++
    this.#behindIn?.abort(new Displaced('A visitor needs the place.'))
    return await this.#wait(signal, maxWaitMs, moved, {
      take: () => this.#take(),
      join: (one) => {
        this.#lines.set(site, [...(this.#lines.get(site) ?? []), one])
        this.#tellPlaces()
      },
      leave: (one) => this.#leave(site, one),
    })
  }

  /**
   * Waits for a place before all who have not begun. For a caller that released its place in the middle of its work,
   * while it needed none.
   */
  async enterAgain(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#running < this.#limits.slots) return this.#take()
    this.#behindIn?.abort(new Displaced('A visitor needs the place.'))
    return await this.#wait(signal, this.#limits.maxWaitMs, () => {}, {
      take: () => this.#take(),
      join: (one) => this.#returning.push(one),
      leave: (one) => this.#returning.splice(this.#returning.indexOf(one), 1),
    })
  }

  /** The same as `enter` for work that no visitor waits for: visitors go first, and only one of its kind runs at a time. */
  async enterBehind(signal: AbortSignal): Promise<BehindPlace> {
    signal.throwIfAborted()
    const { slots, room, maxBackgroundWaitMs } = this.#limits
    if (this.#running < slots && !this.#behindIn) return this.#takeBehind()
    if (this.#behind.length >= room) throw new QueueFull('Too many wait already.')
    return await this.#wait(signal, maxBackgroundWaitMs, () => {}, {
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

  #takeBehind(): BehindPlace {
    const control = new AbortController()
    this.#behindIn = control
    const leave = this.#take(() => {
      this.#behindIn = undefined
    })
    return { leave, displaced: control.signal }
  }

  #wait<T>(
    signal: AbortSignal,
    maxWaitMs: number,
    move: (place: number) => void,
    { take, join, leave }: Line<T>,
  ): Promise<T> {
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
        move,
        admit: () => {
          over()
          resolve(take())
        },
      }
      const aborted = () => refuse(signal.reason)
      const cancel = this.#clock.after(maxWaitMs, () => refuse(new QueueFull('The wait was too long.')))
      signal.addEventListener('abort', aborted)
      join(one)
    })
  }

  #admitNext(): void {
    if (this.#running === this.#limits.slots) return
    const back = this.#returning.shift()
    if (back) {
      back.admit()
      return
    }
    const [next] = this.#lines
    if (!next) {
      if (!this.#behindIn) this.#behind.shift()?.admit()
      return
    }
    const [site, [first, ...rest]] = next
    this.#lines.delete(site)
    if (rest.length > 0) this.#lines.set(site, rest)
    this.#waiting--
    first?.admit()
    this.#tellPlaces()
  }

  /** Sites take turns, so the order is the first of each site, then the second of each, and so on. */
  #tellPlaces(): void {
    const lines = [...this.#lines.values()]
    const longest = Math.max(0, ...lines.map(({ length }) => length))
    let place = 0
    for (let at = 0; at < longest; at++) for (const line of lines) line[at]?.move(++place)
  }

  #leave(site: string, one: Waiting): void {
    const rest = (this.#lines.get(site) ?? []).filter((other) => other !== one)
    if (rest.length > 0) this.#lines.set(site, rest)
    else this.#lines.delete(site)
    this.#waiting--
    this.#tellPlaces()
  }
}
