import { admitAddress } from '../core/call.ts'
import type { Actor, Parts } from '../core/context.ts'
import { forbidden, notFound } from '../core/error.ts'
import { eventId } from '../core/events.ts'
import { authenticate } from '../http/authenticate.ts'
import { followEvents, type Item } from './hub.ts'

type Subscription = {
  token: string
  address: string
  site: string
  lastEventId?: string
  signal: AbortSignal
  /** Knows the caller and counts the subscription against its rate; throws a Refusal. */
  admit(): Promise<Actor>
}

/** An expired key or session is refused at the latest after this; what is said of it in the log counts at once. */
const lookEvery = 15_000

/**
 * The site's events that the caller may see, for as long as it may see them: when its key or account changes it is known
 * anew, goes on with what it may then see, or is refused.
 */
export async function* subscribe(parts: Parts, subscription: Subscription): AsyncGenerator<Item> {
  const { token, site, signal } = subscription
  // Before anything is waited for: the client takes everything from here on as told.
  let lastEventId = subscription.lastEventId ?? eventId(parts.events.position())
  let actor = await subscription.admit()
  while (!signal.aborted && !parts.stopping.aborted) {
    await admitTo(parts, actor, subscription)
    const watch = watchCaller(parts, actor, token, signal)
    try {
      for await (const item of followEvents(parts, { site, actor, lastEventId, signal: watch.signal })) {
        lastEventId = item.place
        yield item
      }
    } finally {
      watch.stop()
    }
    actor = await authenticate(parts, token)
  }
}

async function admitTo(parts: Parts, actor: Actor, { address, site }: Subscription): Promise<void> {
  admitAddress(actor, address)
  if (actor.site !== null && actor.site !== site) throw forbidden('site: this key works on another site.')
  if (!(await parts.sites.find(site))) throw notFound('site')
}

/** A signal for when the caller has to be known anew, as well as for the end of `signal` and of the server. */
function watchCaller(parts: Parts, actor: Actor, token: string, signal: AbortSignal) {
  const changed = new AbortController()
  let cancel = () => {}
  const look = () => {
    cancel = parts.clock.after(lookEvery, () => {
      parts.identify(token).then(
        (known) => (known ? look() : changed.abort()),
        // The database does not answer just now, and nothing new happens meanwhile.
        look,
      )
    })
  }
  const unsubscribe = parts.events.subscribe(({ type, data }) => {
    const { id, email } = data as { id?: string; email?: string }
    const mine = type === 'key.changed' ? id === actor.key?.id : type === 'account.changed' && email === actor.id
    if (mine) changed.abort()
  })
  look()
  return {
    signal: AbortSignal.any([changed.signal, signal, parts.stopping]),
    stop() {
      changed.abort()
      cancel()
      unsubscribe()
    },
  }
}
