import webPush from 'web-push'
import type { PushMessage } from '../../shared/push.ts'
import type { Dial } from './dial.ts'
import { DialError } from './dial-error.ts'

/** A browser as its push service knows it. Whoever is signed in chose the address: it may be anything. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushKeys = { publicKey: string; privateKey: string }

export type PushRequest = {
  target: PushTarget
  keys: PushKeys
  /** Who sends, for whoever runs the push service: an https or mailto address. */
  subject: string
  message: PushMessage
  /** Seconds for which the push service keeps it for a browser that is away. */
  ttl: number
}

/**
 * `sent` · `gone`: the browser no longer wants it · `never`: nothing can be sent there · `later`: not now. `words` are safe
 * in the log: they name the host alone.
 */
export type PushOutcome = { kind: 'sent' | 'gone' } | { kind: 'never' | 'later'; words: string }

export type Push = {
  /** A new pair of keys for a deployment. */
  makeKeys(): PushKeys
  /** Encrypts for the one browser and hands over to its push service. Does not throw. */
  send(request: PushRequest): Promise<PushOutcome>
}

const timeoutMs = 5_000
const maxBytes = 16_000

/** The way to browsers that have no window open: Web Push (RFC 8030), encrypted by RFC 8291, signed by RFC 8292. */
export function createPush(dial: Dial): Push {
  return {
    makeKeys: () => webPush.generateVAPIDKeys(),
    async send(request) {
      const details = detailsOf(request)
      if (!details) return { kind: 'never', words: 'The keys of the browser are not valid.' }
      try {
        const response = await dial.fetch(details.endpoint, {
          purpose: 'push',
          method: 'POST',
          headers: textsOf(details.headers),
          body: details.body,
          maxBytes,
          timeoutMs,
        })
        await response.body?.cancel()
        return outcomeOf(response.status)
      } catch (error) {
        if (!(error instanceof DialError)) throw error
        return { kind: error.kind === 'refused' ? 'never' : 'later', words: error.message }
      }
    },
  }
}

/** Undefined where the browser's keys are no keys. */
function detailsOf({ target, keys, subject, message, ttl }: PushRequest) {
  const subscription = { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } }
  try {
    return webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      vapidDetails: { subject, ...keys },
      contentEncoding: 'aes128gcm',
      TTL: ttl,
      urgency: 'high',
      // A later one about the same conversation takes the place of one that was not delivered yet.
      topic: message.conversation.slice(0, 32),
    })
  } catch {
    return undefined
  }
}

const textsOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  return { kind: 'later', words: `The push service answers with the status ${status}.` }
}
