import type { Actor } from '../core/actor.ts'
import { admitAddress, asRefusal } from '../core/call.ts'
import type { Parts } from '../core/context.ts'
import { badRequest, forbidden, notFound, type Refusal } from '../core/error.ts'
import { eventId } from '../core/events.ts'
import { authenticate } from '../door/caller.ts'
import type { Callers } from './callers.ts'
import type { Hub, Member, Reader } from './hub.ts'

export type SubscriptionInput = {
  site: string
  lastEventId?: string | undefined
  /** The dashboard's window: with it, the subscription is what makes its person connected. */
  window?: string | undefined
  available?: boolean | undefined
}

export type Subscriber = Pick<Reader, 'write' | 'room'> & {
  /** It is told nothing any more. */
  ended(refusal: Refusal): void
}

/** A window that a person has open; the answer of `connect` closes it. */
export type Connect = (given: {
  site: string
  actor: Actor
  window: string
  available: boolean | undefined
}) => (signedOut: boolean) => void

export type Subscriptions = {
  /**
   * Tells what happens on a site for as long as the caller may see it: when its key or account changes it is known anew,
   * goes on with what it may then see, or is refused.
   * @param admit knows the caller and counts the subscription against its rate; throws a Refusal
   * @returns what ends it
   */
  open(
    caller: { token: string; address: string },
    input: SubscriptionInput,
    subscriber: Subscriber,
    admit: () => Promise<Actor>,
  ): () => void
}

type Ground = { parts: Parts; hub: Hub; callers: Callers; connect: Connect }

export function createSubscriptions(ground: Ground): Subscriptions {
  return {
    open({ token, address }, input, subscriber, admit) {
      // Before anything is waited for: the client takes everything from here on as told.
      const from = input.lastEventId ?? eventId(ground.hub.position())
      const subscription = new Subscription(ground, { ...input, token, address, lastEventId: from }, subscriber)
      void subscription.begin(admit)
      return () => subscription.end()
    },
  }
}

type Given = SubscriptionInput & { token: string; address: string; lastEventId: string }

class Subscription {
  private readonly ground: Ground
  private readonly given: Given
  private readonly subscriber: Subscriber
  private member: Member | undefined
  private unwatch = () => {}
  private disconnect: ((signedOut: boolean) => void) | undefined
  private over = false
  private knowing = false
  private knowAgain = false

  constructor(ground: Ground, given: Given, subscriber: Subscriber) {
    this.ground = ground
    this.given = given
    this.subscriber = subscriber
  }

  async begin(admit: () => Promise<Actor>): Promise<void> {
    await this.know(admit)
  }

  end(signedOut = false): void {
    if (this.over) return
    this.over = true
    this.leave()
    this.disconnect?.(signedOut)
  }

  private leave(): void {
    this.unwatch()
    if (this.member) this.ground.hub.leave(this.member)
  }

  /** Learns who the caller is, and goes on as that; what happens meanwhile is told after. */
  private async know(identify: () => Promise<Actor>): Promise<void> {
    if (this.knowing) {
      this.knowAgain = true
      return
    }
    this.knowing = true
    try {
      do {
        this.knowAgain = false
        const actor = await identify()
        await this.admit(actor)
        // A change that came while the caller was being known: what is known may be of before it.
        if (!this.over && !this.knowAgain) this.goOn(actor)
      } while (this.knowAgain && !this.over)
    } catch (error) {
      this.refuse(error)
    } finally {
      this.knowing = false
    }
  }

  private async admit(actor: Actor): Promise<void> {
    const { site, address, window } = this.given
    admitAddress(actor, address)
    if (actor.site !== null && actor.site !== site)
      throw forbidden('site: this key works on another site.', 'other_site')
    if (!(await this.ground.parts.sites.find(site))) throw notFound('site')
    if (window !== undefined && actor.kind !== 'person')
      throw badRequest('window: only a signed-in person has one; a key follows without it.', 'person_only')
  }

  private goOn(actor: Actor): void {
    const { hub, callers, parts, connect } = this.ground
    const { token, site, lastEventId, window, available } = this.given
    this.unwatch = callers.watch({ token, actor, changed: () => this.changed(() => authenticate(parts, token)) })
    const { write, room } = this.subscriber
    const reader = { write, room, failed: (error: unknown) => this.refuse(error) }
    const joining = { site, actor, reader }
    const told = this.member && this.member.after !== Number.MAX_SAFE_INTEGER ? this.member.after : undefined
    this.member = told === undefined ? hub.join(joining, lastEventId) : hub.rejoin(joining, told)
    if (window !== undefined) this.disconnect ??= connect({ site, actor, window, available })
  }

  private changed(identify: () => Promise<Actor>): void {
    this.leave()
    void this.know(identify)
  }

  private refuse(error: unknown): void {
    if (this.over) return
    const refusal = asRefusal(this.ground.parts, error)
    this.end(refusal.status === 401)
    this.subscriber.ended(refusal)
  }
}
