import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { OpenBrowser } from './browser.ts'
import type { Client } from './client.ts'
import type { PageCalls } from './page-calls.ts'
import type { Server } from './server.ts'

export type Person = { email: string; name: string; role: 'admin' | 'member' }

/** Adds an account without a password. */
export const addPerson = (client: Client, person: Person) => client.post('/admins', person)

/** Where a team member signs in, with the key that creates a link for them. */
export type Place = Pick<Server, 'url' | 'adminKey'>

/**
 * A session of this person for API calls. Uses a link, because verifying a password takes half a second of processor
 * time.
 */
export async function tokenFor({ url, adminKey }: Place, email: string): Promise<string> {
  const post = async (path: string, body: object, key?: string, moreTries = 3): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    // On a machine that stands still for seconds, a database counts as gone.
    const seconds = response.status === 503 && moreTries > 0 ? Number(response.headers.get('retry-after')) : 0
    if (seconds > 0) {
      await setTimeout(seconds * 1000)
      return await post(path, body, key, moreTries - 1)
    }
    if (!response.ok) throw new Error(`not signed in: ${await response.text()}`)
    return await response.json()
  }
  const made = (await post(`/api/v1/admins/${email}/sign-in-link`, {}, adminKey)) as { url: string }
  const signedIn = (await post('/auth/link', { token: made.url.split('#')[1] })) as { token: string }
  return signedIn.token
}

/** Signs a person in: all pages of this browser are theirs from now on. */
export async function signInto(context: BrowserContext, server: Place, email: string): Promise<void> {
  const token = await tokenFor(server, email)
  const { url } = server
  await context.addCookies([{ name: 'svc_session', value: token, url, httpOnly: true, sameSite: 'Lax' }])
}

/**
 * Opens the dashboard for a person at a path below it, in the browser's page if that does not show it yet, otherwise in
 * another one.
 * @returns the page, and the names of the procedures that it calls over its socket, in order
 */
export async function openDesk(
  { context, page: first }: OpenBrowser,
  server: Place,
  { email }: Pick<Person, 'email'>,
  path = '',
): Promise<{ page: Page; asked: string[] }> {
  // A test that failed may have left a browser that others use, too.
  await context.setOffline(false)
  await signInto(context, server, email)
  const page = first.isClosed() || first.url().includes('/dashboard') ? await context.newPage() : first
  const asked: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(...namesIn(String(payload)))))
  await page.goto(`${server.url}/dashboard${path}`)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  return { page, asked }
}

/**
 * Takes the network from a page of the dashboard. A socket that is opened again before the network is gone is closed by
 * the second event. Sockets that a test routes may ignore the network, so `isCut` of their calls closes them; the event
 * would close one that just opens, which then fires no error, unlike a real one, and is waited for.
 */
export async function goOffline(page: Page, calls?: Pick<PageCalls, 'isCut'>): Promise<void> {
  if (calls) calls.isCut = true
  await page.context().setOffline(true)
  const answers = () => page.evaluate(async () => (await fetch('/healthz').catch(() => null)) !== null)
  await expect.poll(answers).toBe(false)
  if (!calls) await page.evaluate(() => dispatchEvent(new Event('offline')))
  await page.getByRole('status').getByText('Offline.').waitFor()
}

/** Clicks on a page, which then may play sounds. Until then it shows that it cannot. */
export async function letPlay(page: Page): Promise<void> {
  await page.locator('body').click({ position: { x: 5, y: 300 } })
  await page.locator('nav button:has(.lucide-volume-x)').waitFor({ state: 'detached' })
}

/** Navigates to another path of the dashboard like a link there, without reloading. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/dashboard${path}`)

/** Presses keys in direct succession, without round trips between test and page. */
export const pressTogether = (page: Page, ...keys: string[]): Promise<unknown> =>
  Promise.all(keys.map((key) => page.keyboard.press(key)))

/** One message may contain several calls. */
function namesIn(message: string): string[] {
  if (!/^[[{]/.test(message)) return []
  const calls = [JSON.parse(message)].flat() as { params?: { path?: string } }[]
  return calls.flatMap(({ params }) => params?.path ?? [])
}
