import { type EventType, events } from '../../shared/event.ts'
import { covers, type Scope } from '../../shared/scope.ts'
import type { Actor } from '../core/actor.ts'
import type { Parts } from '../core/context.ts'
import { eventSeq, type StoredEvent } from '../core/events.ts'
import type { Moment } from '../core/moments.ts'
import { eventFrame, type Frame, momentFrame, resyncFrame, subscribedFrame } from './item.ts'
import { createNewcomers } from './newcomers.ts'
import { createRecent } from './recent.ts'
import { shareRunning } from './share-running.ts'

/** Where a subscriber's items go. */
export type Reader = {
  write(frame: Frame): void
  /** Fulfilled when there is room for more, or the reader is gone; undefined where there is room. */
  room(): Promise<void> | undefined
  /** What it missed cannot be read just now: it may come back with its last place. */
  failed(error: unknown): void
}

/** One subscriber of a site, from joining to leaving. */
export type Member = {
  site: string
  reader: Reader
  sees: ReadonlySet<EventType>
  /** The email of a signed-in person; a key has none. */
  person: string | null
  /** The place up to which it was told everything. */
  after: number
  /** What is only of the moment, while the past is being told; undefined once that was told. */
  held: Moment[] | undefined
  gone: boolean
}

export type Joining = { site: string; actor: Actor; reader: Reader }

/** Who is there, who types and who waits at this moment: for whoever has just come. */
export type Snapshot = (site: string) => Promise<Moment[]>

export type Hub = {
  /** The place up to which this server's subscribers were told everything. */
  position(): number
  /** Tells a new subscriber from where it is told, what came after `lastEventId`, and then what comes. */
  join(joining: Joining, lastEventId: string): Member
  /** Goes on after a place that the hub itself gave. */
  rejoin(joining: Joining, after: number): Member
  /** Nothing is told after this. */
  leave(member: Member): void
  start(): void
  /** Resolves once nobody is being told any more. */
  close(): Promise<void>
}

const batch = 500
/** Whoever missed more than this loads its lists anew, which is quicker than to replay them. */
const mostReplayed = 5_000
const mostHeld = 200

/**
 * Tells every subscriber of this server what happens: each event of the log that its scopes let it read, once and in
 * order, and between them what is only of the moment. The log and the moments are listened to once, for all of them.
 */
export const createHub = (parts: Parts, snapshot: Snapshot = async () => []): Hub => new LocalHub(parts, snapshot)

class LocalHub implements Hub {
  readonly #parts: Parts
  readonly #snapshot: Snapshot
  readonly #sites = new Map<string, Set<Member>>()
  readonly #recent = createRecent()
  readonly #reading = shareRunning()
  readonly #newcomers = createNewcomers<Member>(
    (site, members) => this.#tellNow(site, members),
    (err) => this.#parts.log.warn({ err }, 'newcomers could not be told what is of the moment'),
  )
  #position = 0
  #momentsTold = 0
  readonly #started = Promise.withResolvers<void>()
  #stop = () => {}

  constructor(parts: Parts, snapshot: Snapshot) {
    this.#parts = parts
    this.#snapshot = snapshot
  }

  position(): number {
    return this.#position
  }

  join(joining: Joining, lastEventId: string): Member {
    const member = this.#enter(joining, Number.MAX_SAFE_INTEGER)
    return guarded(member, this.#begin(member, lastEventId))
  }

  rejoin(joining: Joining, after: number): Member {
    const member = this.#enter(joining, after)
    return guarded(member, this.#catchUp(member))
  }

  leave(member: Member): void {
    member.gone = true
    const members = this.#sites.get(member.site)
    members?.delete(member)
    if (members?.size === 0) this.#sites.delete(member.site)
  }

  start(): void {
    const { events, moments } = this.#parts
    this.#position = events.position()
    this.#recent.begin(this.#position)
    const ends = [
      events.subscribe((event) => this.#onEvent(event)),
      moments.subscribe((moment) => this.#onMoment(moment)),
    ]
    this.#stop = () => {
      for (const end of ends) end()
    }
    this.#started.resolve()
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#newcomers.close()
  }

  #onEvent(event: StoredEvent): void {
    const frame = eventFrame(event)
    this.#recent.add(frame)
    this.#position = event.seq
    // Whoever is gone by this very frame leaves the set, which a walk over it allows.
    for (const member of this.#sites.get(event.site) ?? []) if (!member.held) give(member, frame)
  }

  #onMoment(moment: Moment): void {
    this.#momentsTold++
    const frame = momentFrame(moment, this.#position)
    for (const member of this.#sites.get(moment.site) ?? []) {
      if (!member.held) this.#giveMoment(member, frame)
      else if (member.held.length < mostHeld) member.held.push(moment)
    }
  }

  #giveMoment(member: Member, frame: Frame): void {
    // One that came from another server may be ahead of this one: its place must not go back.
    if (member.sees.has(frame.type as EventType) && member.after <= this.#position) member.reader.write(frame)
  }

  #enter({ site, actor, reader }: Joining, after: number): Member {
    const person = actor.kind === 'person' ? actor.id : null
    const member: Member = { site, reader, sees: readable(actor.scopes), person, after, held: [], gone: false }
    const members = this.#sites.get(site) ?? new Set()
    this.#sites.set(site, members.add(member))
    return member
  }

  async #begin(member: Member, lastEventId: string): Promise<void> {
    // A server listens a moment before it follows the log: until then it cannot know what whoever came back has missed.
    await this.#started.promise
    const seq = eventSeq(lastEventId)
    const kept = await this.#isKept(seq)
    if (member.gone) return
    member.after = kept ? (seq as number) : this.#position
    member.reader.write(subscribedFrame(member.site, member.after, this.#parts.clock.now()))
    if (!kept) this.#resync(member, 'expired')
    await this.#catchUp(member)
  }

  /** Whether everything after a place can still be told: not where events were removed, nor for an id that the log never gave. */
  async #isKept(seq: number | undefined): Promise<boolean> {
    if (seq === undefined) return false
    if (seq >= this.#recent.from() && seq <= this.#position) return true
    const { floor, last } = await this.#reading('span', this.#parts.events.span)
    return seq >= floor && seq <= last
  }

  /** Tells what came after the member's place, from memory where it is there. */
  async #catchUp(member: Member): Promise<void> {
    for (let given = 0; !member.gone; ) {
      if (member.after >= this.#recent.from()) {
        const waiting = replay(member, this.#recent.after(member.after))
        if (!waiting) return this.#goLive(member)
        await waiting
        continue
      }
      const told = this.#position
      const frames = await this.#read(member.site, member.after)
      given += frames.length
      if (given > mostReplayed) this.#resync(member, 'behind')
      else {
        for (const frame of frames) if (!member.gone) give(member, frame)
        if (frames.length < batch) member.after = Math.max(member.after, told)
      }
      await member.reader.room()
    }
  }

  #read(site: string, after: number): Promise<Frame[]> {
    return this.#reading(`${site} ${after} ${this.#position}`, async () =>
      (await this.#parts.events.read(site, after, batch)).map(eventFrame),
    )
  }

  #resync(member: Member, reason: 'expired' | 'behind'): void {
    member.after = this.#position
    member.reader.write(resyncFrame(member.site, this.#position, this.#parts.clock.now(), reason))
  }

  /** From here on everything is told as it happens, and what is of the moment already. */
  #goLive(member: Member): void {
    const held = member.held ?? []
    member.held = undefined
    for (const moment of held) this.#giveMoment(member, momentFrame(moment, this.#position))
    this.#newcomers.add(member)
  }

  async #tellNow(site: string, members: Member[]): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      const before = this.#momentsTold
      const moments = await this.#snapshot(site)
      // What was told meanwhile is newer than what was read: it is read again.
      if (before !== this.#momentsTold && tries < 2) continue
      const frames = moments.map((moment) => momentFrame(moment, this.#position))
      for (const member of members) if (!member.gone) for (const frame of frames) this.#giveMoment(member, frame)
      return
    }
  }
}

function guarded(member: Member, work: Promise<void>): Member {
  work.catch((error) => {
    if (!member.gone) member.reader.failed(error)
  })
  return member
}

/** Gives an event that comes after the member's place, if it is the member's to see. */
function give(member: Member, frame: Frame): void {
  if (frame.seq <= member.after) return
  member.after = frame.seq
  if (frame.site === member.site && isFor(member, frame)) member.reader.write(frame)
}

/** Everybody with its scope; of one that is about a person, they alone, or they too. */
function isFor({ person, sees }: Member, frame: Frame): boolean {
  const isSelf = frame.person !== null && frame.person.email === person
  if (frame.person?.alone) return isSelf
  return isSelf || sees.has(frame.type as EventType)
}

/** Gives frames until the reader is full; answers what to wait for then. */
function replay(member: Member, frames: Frame[]): Promise<void> | undefined {
  for (const frame of frames) {
    give(member, frame)
    const waiting = member.gone ? undefined : member.reader.room()
    if (waiting) return waiting
  }
  return undefined
}

const readableBy = new Map<string, ReadonlySet<EventType>>()

/** The types that these scopes let somebody read. Callers share few sets of scopes, and so few of these. */
function readable(scopes: ReadonlySet<Scope>): ReadonlySet<EventType> {
  const name = [...scopes].sort().join()
  const found = readableBy.get(name)
  if (found) return found
  const types = Object.keys(events).filter((type) => covers(scopes, events[type as EventType].scope))
  const made: ReadonlySet<EventType> = new Set(types as EventType[])
  if (readableBy.size < 1_000) readableBy.set(name, made)
  return made
}
