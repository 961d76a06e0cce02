import type { Actor } from '../core/actor.ts'
import { admitAddress, asAppError } from '../core/call.ts'
import type { Services } from '../core/context.ts'
import { type AppError, badRequest, forbidden, notFound } from '../core/error.ts'
import { eventId } from '../core/events.ts'
import { authenticate } from '../door/caller.ts'
import type { Callers } from './callers.ts'
import type { Hub, Member, Reader } from './hub.ts'

export type SubscriptionInput = {
  site: string
  lastEventId?: string | undefined
  /** The dashboard's window. With it, the subscription marks its person as connected. */
  window?: string | undefined
  available?: boolean | undefined
}

export type Subscriber = Pick<Reader, 'write' | 'room'> & {
  /** Called when the subscription ends; nothing is sent afterwards. */
  ended(appError: AppError): void
}

/** Registers an open window. The returned function unregisters it. */
export type Connect = (given: {
  site: string
  actor: Actor
  window: string
  available: boolean | undefined
}) => (signedOut: boolean) => void

export type Subscriptions = {
  /**
   * Sends events of a site as long as the caller has access. When its key or account changes, the caller is checked
   * again, and the subscription continues with the new rights or ends.
   * @param admit identifies the caller and counts the subscription against its rate; throws an AppError
   * @returns a function that ends it
   */
  open(
    caller: { token: string; address: string },
    input: SubscriptionInput,
    subscriber: Subscriber,
    admit: () => Promise<Actor>,
  ): () => void
}

type Options = { services: Services; hub: Hub; callers: Callers; connect: Connect }

export function createSubscriptions(options: Options): Subscriptions {
  return {
    open({ token, address }, input, subscriber, admit) {
      // Read before waiting for anything, because the client expects all events from here on.
      const from = input.lastEventId ?? eventId(options.hub.position())
      const subscription = new Subscription(options, { ...input, token, address, lastEventId: from }, subscriber)
      void subscription.begin(admit)
      return () => subscription.end()
    },
  }
}

type Given = SubscriptionInput & { token: string; address: string; lastEventId: string }

class Subscription {
  private readonly options: Options
  private readonly given: Given
  private readonly subscriber: Subscriber
  private member: Member | undefined
  private unwatch = () => {}
  private disconnect: ((signedOut: boolean) => void) | undefined
  private over = false
  private knowing = false
  private isOutdated = false

  constructor(options: Options, given: Given, subscriber: Subscriber) {
    this.options = options
    this.given = given
    this.subscriber = subscriber
  }

  async begin(admit: () => Promise<Actor>): Promise<void> {
    await this.refreshCaller(admit)
  }

  end(signedOut = false): void {
    if (this.over) return
    this.over = true
    this.leave()
    this.disconnect?.(signedOut)
  }

  private leave(): void {
    this.unwatch()
    if (this.member) this.options.hub.leave(this.member)
  }

  /** Identifies the caller and continues with its rights. Events in the meantime are sent afterwards. */
  private async refreshCaller(identify: () => Promise<Actor>): Promise<void> {
    if (this.knowing) {
      this.isOutdated = true
      return
    }
    this.knowing = true
    try {
      do {
        this.isOutdated = false
        const actor = await identify()
        await this.admit(actor)
        // The caller changed while it was being identified, so the result may be outdated.
        if (!this.over && !this.isOutdated) this.continueWith(actor)
      } while (this.isOutdated && !this.over)
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
      throw forbidden('site: this key belongs to another site.', 'other_site')
    if (!(await this.options.services.sites.find(site))) throw notFound('site')
    if (window !== undefined && actor.kind !== 'person')
      throw badRequest('window: only signed-in people have windows. A key subscribes without it.', 'person_only')
  }

  private continueWith(actor: Actor): void {
    const { hub, callers, services, connect } = this.options
    const { token, site, lastEventId, window, available } = this.given
    this.unwatch = callers.watch({ token, actor, changed: () => this.changed(() => authenticate(services, token)) })
    const { write, room } = this.subscriber
    const reader = { write, room, failed: (error: unknown) => this.refuse(error) }
    const joining = { site, actor, reader }
    const position = this.member && this.member.after !== Number.MAX_SAFE_INTEGER ? this.member.after : undefined
    this.member = position === undefined ? hub.join(joining, lastEventId) : hub.rejoin(joining, position)
    if (window !== undefined) this.disconnect ??= connect({ site, actor, window, available })
  }

  private changed(identify: () => Promise<Actor>): void {
    this.leave()
    void this.refreshCaller(identify)
  }

  private refuse(error: unknown): void {
    if (this.over) return
    const appError = asAppError(this.options.services, error)
    this.end(appError.status === 401)
    this.subscriber.ended(appError)
  }
}
