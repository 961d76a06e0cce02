import { type EventType, events } from '../../shared/event.ts'
import { covers, type Scope } from '../../shared/scope.ts'
import type { Actor } from '../core/actor.ts'
import { shareRunningByName } from '../core/async.ts'
import type { Services } from '../core/context.ts'
import type { EphemeralEvent } from '../core/ephemeral.ts'
import { eventSeq, type StoredEvent } from '../core/events.ts'
import { ephemeralFrame, eventFrame, type Frame, resyncFrame, subscribedFrame } from './item.ts'
import { createNewcomers } from './newcomers.ts'
import { createRecent } from './recent.ts'

/** The receiver of a subscriber's items. */
export type Reader = {
  write(frame: Frame): void
  /** Resolves when there is room for more or the reader is gone; undefined if there is room now. */
  room(): Promise<void> | undefined
  /** The missed events cannot be read now. The reader may reconnect with its last position. */
  failed(error: unknown): void
}

/** A subscriber of a site, from joining to leaving. */
export type Member = {
  site: string
  reader: Reader
  sees: ReadonlySet<EventType>
  /** The email of a signed-in person; null for a key. */
  person: string | null
  /** The position up to which it has received everything. */
  after: number
  /** Ephemeral events that arrived during the replay; undefined once they were sent. */
  held: EphemeralEvent[] | undefined
  gone: boolean
}

export type Joining = { site: string; actor: Actor; reader: Reader }

/** The current ephemeral state of a site, for new subscribers: who is available, typing and waiting. */
export type Snapshot = (site: string) => Promise<EphemeralEvent[]>

export type Hub = {
  /** The position up to which this server's subscribers have received everything. */
  position(): number
  /** Sends a new subscriber its start position, the events after `lastEventId`, and then new ones. */
  join(joining: Joining, lastEventId: string): Member
  /** Continues after a position that the hub itself returned. */
  rejoin(joining: Joining, after: number): Member
  /** Nothing is sent afterwards. */
  leave(member: Member): void
  start(): void
  /** Resolves once no snapshot is being sent any more. */
  close(): Promise<void>
}

const batch = 500
/** A subscriber who missed more reloads its lists, which is faster than a replay. */
const maxReplayed = 5_000
const maxHeld = 200
/** The position of a member until its first item is sent. */
const unknown = Number.MAX_SAFE_INTEGER

/**
 * Sends every subscriber of this server the events of the log that its scopes allow, once and in order, and ephemeral
 * events in between. Subscribes to the log and to ephemeral events once for all of them.
 */
export const createHub = (services: Services, snapshot: Snapshot = async () => []): Hub =>
  new LocalHub(services, snapshot)

class LocalHub implements Hub {
  readonly #services: Services
  readonly #snapshot: Snapshot
  readonly #sites = new Map<string, Set<Member>>()
  readonly #recent = createRecent()
  readonly #reading = shareRunningByName()
  readonly #newcomers = createNewcomers<Member>(
    (site, members) => this.#serveNewcomers(site, members),
    (err) => this.#services.log.warn({ err }, 'could not send the ephemeral state to new subscribers; trying again'),
  )
  #position = 0
  #published = 0
  readonly #started = Promise.withResolvers<void>()
  #stop = () => {}

  constructor(services: Services, snapshot: Snapshot) {
    this.#services = services
    this.#snapshot = snapshot
  }

  position(): number {
    return this.#position
  }

  join(joining: Joining, lastEventId: string): Member {
    const member = this.#enter(joining, unknown)
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
    const { events, ephemeral } = this.#services
    this.#position = events.position()
    this.#recent.begin(this.#position)
    const ends = [
      events.subscribe((event) => this.#onEvent(event)),
      ephemeral.subscribe((event) => this.#onEphemeral(event)),
      events.onRewind(() => this.#rewind()),
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
    // A member that disconnects on this frame leaves the set, which is safe while iterating.
    for (const member of this.#sites.get(event.site) ?? []) if (!member.held) deliver(member, frame)
  }

  /** What was sent may be gone from the log, so everybody reads again. A member that just joins begins here anyway. */
  #rewind(): void {
    this.#position = this.#services.events.position()
    this.#recent.begin(this.#position)
    for (const members of this.#sites.values())
      for (const member of members) if (member.after !== unknown) this.#resync(member, 'behind')
  }

  #onEphemeral(event: EphemeralEvent): void {
    this.#published++
    const frame = ephemeralFrame(event, this.#position)
    for (const member of this.#sites.get(event.site) ?? []) {
      if (!member.held) this.#giveEphemeral(member, frame)
      else if (member.held.length < maxHeld) member.held.push(event)
    }
  }

  #giveEphemeral(member: Member, frame: Frame): void {
    // A member that came from another server may be ahead of this one, and its position must not go back.
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
    // A server accepts connections shortly before it follows the log. Until then it does not know what a returning
    // client missed.
    await this.#started.promise
    const seq = eventSeq(lastEventId)
    const kept = await this.#isKept(seq)
    if (member.gone) return
    member.after = kept ? (seq as number) : this.#position
    member.reader.write(subscribedFrame(member.site, member.after, this.#services.clock.now()))
    if (!kept) this.#resync(member, 'expired')
    await this.#catchUp(member)
  }

  /**
   * Whether everything after a position is still available. Not if events were pruned, or for an id that the log never
   * assigned.
   */
  async #isKept(seq: number | undefined): Promise<boolean> {
    if (seq === undefined) return false
    if (seq >= this.#recent.from() && seq <= this.#position) return true
    const { floor, last } = await this.#reading('span', this.#services.events.span)
    return seq >= floor && seq <= last
  }

  /** Sends the events after the member's position, from memory if available. */
  async #catchUp(member: Member): Promise<void> {
    for (let given = 0; !member.gone; ) {
      if (member.after >= this.#recent.from()) {
        const waiting = replay(member, this.#recent.after(member.after))
        if (!waiting) return this.#goLive(member)
        await waiting
        continue
      }
      const position = this.#position
      const frames = await this.#read(member.site, member.after)
      given += frames.length
      if (given > maxReplayed) this.#resync(member, 'behind')
      else {
        for (const frame of frames) if (!member.gone) deliver(member, frame)
        if (frames.length < batch) member.after = Math.max(member.after, position)
      }
      await member.reader.room()
    }
  }

  #read(site: string, after: number): Promise<Frame[]> {
    return this.#reading(`${site} ${after} ${this.#position}`, async () =>
      (await this.#services.events.read(site, after, batch)).map(eventFrame),
    )
  }

  #resync(member: Member, reason: 'expired' | 'behind'): void {
    member.after = this.#position
    member.reader.write(resyncFrame(member.site, this.#position, this.#services.clock.now(), reason))
  }

  /** From here on, events are sent as they happen. Ephemeral ones were held during the replay. */
  #goLive(member: Member): void {
    const held = member.held ?? []
    member.held = undefined
    for (const event of held) this.#giveEphemeral(member, ephemeralFrame(event, this.#position))
    this.#newcomers.add(member)
  }

  async #serveNewcomers(site: string, members: Member[]): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      const before = this.#published
      const events = await this.#snapshot(site)
      // Events published in the meantime are newer than the snapshot, so it is read again.
      if (before !== this.#published && tries < 2) continue
      const frames = events.map((event) => ephemeralFrame(event, this.#position))
      for (const member of members) {
        if (member.gone) continue
        // Served again once this server has read as much of the log as the one where the member was.
        if (member.after > this.#position) this.#newcomers.add(member)
        for (const frame of frames) this.#giveEphemeral(member, frame)
      }
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

/** Sends an event after the member's position, if the member may see it. */
function deliver(member: Member, frame: Frame): void {
  if (frame.seq <= member.after) return
  member.after = frame.seq
  if (frame.site === member.site && isFor(member, frame)) member.reader.write(frame)
}

/** Everybody with the scope; for an event about a person, only they or they too. */
function isFor({ person, sees }: Member, frame: Frame): boolean {
  const isSelf = frame.person !== null && frame.person.email === person
  if (frame.person?.alone) return isSelf
  return isSelf || sees.has(frame.type as EventType)
}

/** Sends frames until the reader is full. Returns what to wait for then. */
function replay(member: Member, frames: Frame[]): Promise<void> | undefined {
  for (const frame of frames) {
    deliver(member, frame)
    const waiting = member.gone ? undefined : member.reader.room()
    if (waiting) return waiting
  }
  return undefined
}

const readableBy = new Map<string, ReadonlySet<EventType>>()

/** The event types that these scopes allow, cached, because callers share few sets of scopes. */
function readable(scopes: ReadonlySet<Scope>): ReadonlySet<EventType> {
  const name = [...scopes].sort().join()
  const found = readableBy.get(name)
  if (found) return found
  const types = Object.keys(events).filter((type) => covers(scopes, events[type as EventType].scope))
  const made: ReadonlySet<EventType> = new Set(types as EventType[])
  if (readableBy.size < 1_000) readableBy.set(name, made)
  return made
}
