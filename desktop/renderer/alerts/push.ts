import type { Client } from '../live/connection.ts'
import type { Language } from '../words/words.tsx'
import { notifiedClasses, preferences } from './preferences.ts'

/** `none`: this browser supports no push messages. */
export type PushState = 'on' | 'off' | 'none'

const scope = '/dashboard/'
const worker = '/dashboard/worker.js'

type Policy = { createScriptURL(url: string): string }
type PolicyFactory = { createPolicy(name: string, rules: Policy): Policy }
let policy: Policy | undefined

/** The page's CSP forbids strings as script URLs. This policy allows the worker's only. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  policy ??= trustedTypes?.createPolicy('frontdesk-worker', {
    createScriptURL(url) {
      if (url !== worker) throw new TypeError(`${url} is no script of the dashboard`)
      return url
    },
  })
  return policy?.createScriptURL(worker) ?? worker
}

const canPush = () =>
  !window.frontdesk && isSecureContext && 'serviceWorker' in navigator && 'PushManager' in globalThis

async function findSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function pushStateNow(): Promise<PushState> {
  if (!canPush()) return 'none'
  return (await findSubscription()) ? 'on' : 'off'
}

/** Subscribes this browser. Rejects if its push service or the server does. */
export async function turnPushOn(client: Client, language: Language): Promise<void> {
  const own = await navigator.serviceWorker.register(workerAddress(), { scope })
  await isActive(own)
  const { key } = await client.push.key.query({})
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = await own.pushManager.subscribe(options).catch(async (error: unknown) => {
    // Subscribed with a key that the deployment no longer has: unsubscribes first.
    const old = await own.pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return await own.pushManager.subscribe(options)
  })
  await sendSubscription(client, subscription, language)
}

/** Resolves once the worker is active; browsers accept no subscription before. */
async function isActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting
  if (active || !coming) return
  await new Promise<void>((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve()
      if (coming.state === 'redundant') reject(new Error('the worker could not be started'))
    })
  })
}

async function sendSubscription(client: Client, subscription: PushSubscription, language: Language): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON()
  const { p256dh, auth } = keys
  if (endpoint === undefined || p256dh === undefined || auth === undefined)
    throw new Error('the subscription is not whole')
  const { preview } = preferences.get()
  const classes = notifiedClasses(preferences.get())
  await client.push.subscribe.mutate({ endpoint, keys: { p256dh, auth }, classes, preview, language })
}

/** Unsubscribes. The server removes its record with the session, or after its next attempt. */
export async function turnPushOff(client: Client): Promise<void> {
  const subscription = await findSubscription()
  if (!subscription) return
  await client.push.unsubscribe.mutate({ endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

/** Sends the preferences again if this browser is subscribed: the session, classes or language changed. */
export async function renewPush(client: Client, language: Language): Promise<void> {
  const subscription = await findSubscription()
  if (subscription && Notification.permission === 'granted') await sendSubscription(client, subscription, language)
}

/** Calls back with the path of a clicked notification, if the worker found this window. */
export function followWorker(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const take = ({ data }: MessageEvent) => {
    if (typeof data?.open === 'string') open(data.open)
  }
  navigator.serviceWorker.addEventListener('message', take)
  return () => navigator.serviceWorker.removeEventListener('message', take)
}
