import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type OpenBrowser, openBrowser } from './browser.ts'
import type { Client } from './client.ts'
import { addPerson, goTo, type Place, signInto } from './desk-page.ts'

/** A team member at the dashboard, in their own browser. */
export type Agent = OpenBrowser & {
  email: string
  /** Opens a conversation of the site and waits until it is shown. */
  show(conversation: string): Promise<void>
}

let isBuilt = false

/** Builds the dashboard if it is older than its sources. A fresh checkout has only the sources. */
export function buildDashboard(): void {
  if (isBuilt) return
  execFileSync(process.execPath, ['build.ts', '--stale'])
  isBuilt = true
}

/** Adds an account for each name. Sign-in limits do not apply. */
export async function addAgents(client: Client, ...names: string[]): Promise<void> {
  await client.call('PUT', '/settings', { body: { settings: { security: { signIn: { attemptsPerIp: 1000 } } } } })
  for (const name of names) await addPerson(client, { email: emailOf(name), name, role: 'admin' })
}

const emailOf = (name: string) => `${name.toLowerCase().replace(/\W+/g, '.')}@shop.example`

/** Opens a browser in which this person is signed in. `proxy` as for `openBrowser`. */
export async function openAgent(server: Place, name: string, proxy?: string): Promise<Agent> {
  const opened = await openBrowser(proxy)
  const { page } = opened
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInto(opened.context, server, emailOf(name))
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('heading', { name: 'Inbox' }).waitFor({ state: 'attached' })
  return {
    ...opened,
    email: emailOf(name),
    async show(conversation) {
      await goTo(page, `/inbox/all/${conversation}`)
      await pane(page).getByRole('log').waitFor()
    },
  }
}

/** The middle pane. */
export const pane = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })

/** The right pane. */
export const visitorPane = (page: Page) => page.getByRole('complementary', { name: 'Visitor' })

/** Waits until the value is as expected, with a limit for busy machines. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 })

/** Leaves the reply box by Escape. The first one may dismiss a drafted answer. */
export async function leaveReplyBox(page: Page): Promise<void> {
  await eventually(async () => {
    await page.keyboard.press('Escape')
    return await page.evaluate(() => document.activeElement?.localName)
  }).not.toBe('textarea')
}
