import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard, eventually } from '../support/agent.ts'
import { openNotifyingBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, signInto } from '../support/desk-page.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let desk: Client

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  desk = createClient(server)
  await addPerson(desk, { email: 'ann@shop.example', name: 'Ann', role: 'admin' })
})
afterAll(() => server[Symbol.asyncDispose]())

async function signIn(page: Page) {
  await signInto(page.context(), server, 'ann@shop.example')
  await page.goto(`${server.url}/dashboard/settings/alerts`)
  await page.getByRole('link', { name: 'Settings' }).first().waitFor()
}

/**
 * Stands in for the push service of the browser's vendor, which tests cannot reach. Everything else is the browser's.
 */
function playPushService() {
  let subscription: object | null = null
  // From the example in RFC 8291.
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const endpoint = 'https://push.example.com/send/0123456789'
  const unsubscribe = async () => {
    subscription = null
    return true
  }
  Object.assign(PushManager.prototype, {
    async subscribe(asked: PushSubscriptionOptionsInit) {
      Object.assign(window, { asked })
      subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe }
      return subscription
    },
    getSubscription: async () => subscription,
  })
}

test('a click turns on push messages, which registers the worker and no other script', async () => {
  await using opened = await openNotifyingBrowser()
  const { page, context } = opened
  await context.grantPermissions(['notifications'])
  await context.addInitScript(playPushService)
  await signIn(page)
  const section = page.getByRole('region', { name: 'When no window is open' })
  await section.getByText('Off in this browser.').waitFor()
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByText('On in this browser.').or(section.getByRole('alert')).waitFor()
  expect(await section.getByRole('alert').allTextContents()).toEqual([])
  const registered = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/dashboard/')
    const { asked } = window as unknown as { asked: PushSubscriptionOptionsInit }
    return { scope: registration?.scope, script: registration?.active?.scriptURL, key: asked.applicationServerKey }
  })
  const { key } = (await desk.get('/push/key')).body
  const scope = `${server.url}/dashboard/`
  expect(registered).toEqual({ scope, script: `${scope}worker.js`, key })
  expect(opened.errors).toEqual([])
  await section.getByRole('button', { name: 'Turn off' }).click()
  await section.getByText('Off in this browser.').waitFor()
})

test('an unreachable push service is reported, and push messages stay off', async () => {
  await using opened = await openNotifyingBrowser()
  const { page, context } = opened
  await context.grantPermissions(['notifications'])
  await signIn(page)
  await page.getByText('Off in this browser.').waitFor()
  const section = page.getByRole('region', { name: 'When no window is open' })
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByRole('alert').getByText('The push service of this browser could not be reached.').waitFor()
  await section.getByText('Off in this browser.').waitFor()
})

test('the worker shows push messages in the person’s language, and opens the conversation', async () => {
  await using opened = await openNotifyingBrowser()
  const { page, context } = opened
  await context.grantPermissions(['notifications'])
  await signIn(page)
  const session = await context.newCDPSession(page)
  // A message for a worker that is still being activated may be dropped.
  const activated = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const own = versions.find(({ status, scriptURL }) => status === 'activated' && scriptURL.startsWith(server.url))
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const scope = await page.evaluate(async () => {
    // As the dashboard does, because the page's CSP forbids strings as script URLs.
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
    }
    const policy = trustedTypes.createPolicy('frontdesk-worker', { createScriptURL: (url: string) => url })
    const worker = policy.createScriptURL('/dashboard/worker.js')
    const { scope } = await navigator.serviceWorker.register(worker, { scope: '/dashboard/' })
    await navigator.serviceWorker.ready
    return scope
  })
  expect(scope).toBe(`${server.url}/dashboard/`)
  const id = (await desk.post('/conversations', { message: 'Hello there' })).body.id
  const registrationId = await activated
  const message = { class: 'waiting', site: 'shop', conversation: id, language: 'de', name: 'Ada', text: null }
  for (const data of [JSON.stringify(message), '{"class":"<b>"}', ''])
    await session.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/dashboard/')
      return (await registration?.getNotifications())?.map(({ title, body, tag }) => ({ title, body, tag }))
    })
  await eventually(shown).toEqual(
    expect.arrayContaining([
      {
        title: 'Ein Besucher wartet · Ada',
        body: 'Öffnen Sie das Gespräch, um zu antworten.',
        tag: id,
      },
      { title: 'A visitor is waiting', body: 'Open the conversation to answer.', tag: 'frontdesk' },
    ]),
  )
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async (tag) => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications({ tag })
    const { NotificationEvent } = globalThis as unknown as {
      NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event
    }
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  }, id)
  await page.waitForURL(`**/dashboard/inbox/all/${id}`)
})

test('the worker is served as a single file, is not cached, and has the security headers of a page', async () => {
  const response = await fetch(`${server.url}/dashboard/worker.js`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(response.headers.get('content-type')).toContain('javascript')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(await response.text()).not.toMatch(/\bimport\b\s*[({'"]/)
})
