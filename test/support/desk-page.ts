import type { Page } from 'playwright-core'
import type { OpenBrowser } from './browser.ts'
import type { Client } from './client.ts'
import type { Server } from './server.ts'

const password = 'a long enough password'

export type Person = { email: string; name: string; role: 'admin' | 'member' }

/** Adds an account that can sign in. */
export const addPerson = (client: Client, person: Person) => client.post('/admins', { ...person, password })

/**
 * Opens the dashboard for a person, at a path below it.
 * @returns the page, and the names of the procedures that it calls over its socket, in their order
 */
export async function openDesk(
  { context }: OpenBrowser,
  server: Pick<Server, 'url'>,
  { email }: Pick<Person, 'email'>,
  path = '',
): Promise<{ page: Page; asked: string[] }> {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/auth/sign-in`, { method: 'POST', headers, body })
  if (response.status !== 200) throw new Error(`not signed in: ${await response.text()}`)
  const { token } = (await response.json()) as { token: string }
  await context.addCookies([{ name: 'svc_session', value: token, url: server.url, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  const asked: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(...namesIn(String(payload)))))
  await page.goto(`${server.url}/dashboard${path}`)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  return { page, asked }
}

/** Several calls may come in one message. */
function namesIn(message: string): string[] {
  if (!/^[[{]/.test(message)) return []
  const calls = [JSON.parse(message)].flat() as { params?: { path?: string } }[]
  return calls.flatMap(({ params }) => params?.path ?? [])
}
