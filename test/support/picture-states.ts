import type { Page } from 'playwright-core'
import { pane } from './agent.ts'
import type { Client } from './client.ts'
import { goTo, letPlay } from './desk-page.ts'
import { both, picture, sizes } from './pictures.ts'

/**
 * The explanation of a reply, and everything else that opens over a conversation, for the chat from the demo's page.
 */
export async function pictureDialogs(page: Page, desk: Client): Promise<void> {
  const { items } = (await desk.get('/conversations?q=weekend')).body
  const { id } = items.find(({ messageCount }: { messageCount: number }) => messageCount > 2)
  await goTo(page, `/inbox/all/${id}`)
  await pane(page).getByRole('button', { name: 'Why this answer' }).last().click()
  await page.getByRole('dialog', { name: 'Why this answer' }).getByRole('heading', { name: 'Figures' }).waitFor()
  await both(page, 'trace')
  await page.setViewportSize(sizes.phone)
  await picture(page, 'trace-phone')
  await page.setViewportSize(sizes.wide)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Assign conversation' }).waitFor()
  await both(page, 'transfer')
  await page.keyboard.press('Escape')
  await pane(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Delete conversation' }).waitFor()
  await both(page, 'menu')
  await page.keyboard.press('Escape')
}

/** A conversation in little space. */
export async function pictureSmall(page: Page, shown: string): Promise<void> {
  await goTo(page, `/inbox/all/${shown}`)
  await pane(page).getByRole('log').waitFor()
  for (const [size, name] of [
    [sizes.phone, 'conversation-phone'],
    [sizes.zoomed, 'conversation-zoomed'],
  ] as const) {
    await page.setViewportSize(size)
    await both(page, name)
  }
  await page.setViewportSize(sizes.wide)
}

/** Switches the dashboard to German for the duration of `work`. */
export async function inGerman(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'de'))
  await page.reload()
  await work()
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'en'))
  await page.reload()
}

export async function pictureGerman(page: Page, shown: string): Promise<void> {
  await goTo(page, `/inbox/all/${shown}`)
  await page.getByRole('log').waitFor()
  await letPlay(page)
  await both(page, 'inbox-german')
  await goTo(page, '/settings/live')
  await page.getByRole('heading', { name: 'Live-Chat' }).first().waitFor()
  await picture(page, 'settings-live-german')
}

/** A screen that could not be loaded, and a dashboard that loses its network while somebody writes. */
export async function pictureFaults(page: Page, shown: string): Promise<void> {
  // The server refuses one operation for everybody.
  const refusal = { error: { code: 'unavailable', message: 'Not now.', retryAfter: 5 } }
  const data = { code: 'FORBIDDEN', httpStatus: 403, path: 'cannedReplies.list', refusal }
  await page.routeWebSocket('**/trpc', (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const call = /^\{"id":(\d+),.*"path":"cannedReplies\.list"/.exec(String(message))
      if (!call) return server.send(message)
      socket.send(JSON.stringify({ id: Number(call[1]), error: { code: -32603, message: 'Not now.', data } }))
    })
  })
  await page.reload()
  await goTo(page, '/settings/canned')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await letPlay(page)
  await both(page, 'failed')
  await page.goto(page.url().replace(/dashboard.*/, `dashboard/inbox/all/${shown}`))
  await letPlay(page)
  await page.getByRole('textbox', { name: 'Reply' }).fill('I have a new inner tube here for you.')
  await page.context().setOffline(true)
  await page.getByRole('status').getByText('Offline.').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status').getByText('Offline, 1 message will be sent').waitFor()
  await both(page, 'offline')
  await page.context().setOffline(false)
}
