import webPush from 'web-push'
import type { PushMessage } from '../../shared/push.ts'
import type { Dial } from './dial.ts'
import { DialError } from './dial-error.ts'

/** A browser's subscription. Signed-in people choose the endpoint, so it can be any URL. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushKeys = { publicKey: string; privateKey: string }

export type PushRequest = {
  target: PushTarget
  keys: PushKeys
  /** The contact for the push service: an https or mailto URL. */
  subject: string
  message: PushMessage
  /** How long the push service keeps the message for an offline browser, in seconds. */
  ttl: number
}

/**
 * `sent` · `gone`: the browser unsubscribed · `never`: the subscription is invalid · `later`: a temporary failure.
 * `words` are safe in logs, because they name only the host. `isSilent`: the push service did not answer.
 */
export type PushOutcome = { kind: 'sent' | 'gone' } | { kind: 'never' | 'later'; words: string; isSilent?: boolean }

export type Push = {
  /** A new key pair for a deployment. */
  makeKeys(): PushKeys
  /** Encrypts the message for the browser and sends it to its push service. Does not throw. */
  send(request: PushRequest): Promise<PushOutcome>
}

const timeoutMs = 5_000
const maxBytes = 16_000

/** Web Push to browsers without an open window (RFC 8030), encrypted by RFC 8291, signed by RFC 8292. */
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
        return { kind: error.kind === 'refused' ? 'never' : 'later', words: error.message, isSilent: true }
      }
    },
  }
}

/** Undefined if the browser's keys are invalid. */
function detailsOf({ target, keys, subject, message, ttl }: PushRequest) {
  const subscription = { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } }
  try {
    return webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      vapidDetails: { subject, ...keys },
      contentEncoding: 'aes128gcm',
      TTL: ttl,
      urgency: 'high',
      // A later message about the same conversation replaces an undelivered one.
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
