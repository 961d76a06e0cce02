import type { BrowserContext, Frame, Locator, Page, Request } from 'playwright-core'
import type { Svc } from '../../widget/api.ts'
import { createClient } from './client.ts'
import type { FakeConnector } from './fake-connector.ts'
import { type HostSite, startHostSite } from './host-site.ts'
import { type Server, startServer } from './server.ts'

/** A website with the widget of a server on another origin. */
export type WidgetWorld = {
  host: HostSite
  server: Server
  client: ReturnType<typeof createClient>
  /** The script tag. `attributes` names the site and may have more. */
  tag(attributes?: string): string
  /** A page with the script tag. @returns its URL */
  page(
    path: string,
    parts?: { attributes?: string; head?: string; body?: string; headers?: Record<string, string> },
  ): string
  /** What visitors wrote on the site `shop`, by conversation. */
  chats(): Promise<string[][]>
  /** The same over all conversations. */
  stored(): Promise<string[]>
  close(): Promise<void>
}

/**
 * Every site except `closed` allows the website's origin, and every site except `asking` answers without asking for
 * details first.
 * @param sites the widget configuration of each
 * @param config further content of the server's configuration file
 * @param backend writes the replies of all sites; by default the assistant does
 */
export async function startWidgetWorld(
  sites: Record<string, unknown> = {},
  config: Record<string, unknown> = {},
  backend?: FakeConnector,
): Promise<WidgetWorld> {
  const host = await startHostSite()
  const allowedOrigins = [host.url]
  const shared = { allowedOrigins, ...(backend && { connector: { kind: 'http', url: `${backend.url}/chat` } }) }
  const server = await startServer({
    config: {
      ...config,
      sites: [
        ...Object.entries({ shop: {}, ...sites }).map(([id, widget]) => ({ id, widget, ...shared })),
        { id: 'closed' },
      ],
      ...(backend && { outbound: { allow: [`127.0.0.1:${backend.port}`] } }),
    },
  })
  const client = createClient(server)
  const limits = { messagesPerSitePerDay: 100_000, messagesPerIpPerMinute: 10_000 }
  for (const site of ['shop', ...Object.keys(sites)]) {
    const leads = { enabled: site === 'asking' }
    await client.call('PUT', '/settings', { body: { site, settings: { leads, security: { limits } } } })
  }
  const chats = async () => {
    const { items } = (await client.get('/conversations?limit=100&site=shop')).body
    return await Promise.all(
      items.map(async ({ id }: { id: string }) => {
        const { messages } = (await client.get(`/conversations/${id}?site=shop`)).body
        return messages.flatMap(({ role, text }: { role: string; text: string }) => (role === 'user' ? [text] : []))
      }),
    )
  }
  const tag = (attributes = 'data-site="shop"') => `<script src="${server.url}/loader.js" ${attributes} async></script>`
  return {
    host,
    server,
    client,
    tag,
    page: (path, { attributes, head = '', body = '<h1>Shop</h1>', headers = {} } = {}) =>
      host.put(path, {
        body: `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body>${body}${tag(attributes)}</body></html>`,
        headers,
      }),
    chats,
    stored: async () => (await chats()).flat(),
    async close() {
      await server[Symbol.asyncDispose]()
      await host.close()
    },
  }
}

/** A page, or a frame of one. */
export type AnyPage = Page | Frame

const chat = (page: AnyPage): Locator => page.locator('svc-widget')

/** The button is the first one in the widget's own tree. */
export const launcher = (page: AnyPage): Locator => page.locator('svc-widget .launcher > button')
export const dialog = (page: AnyPage): Locator => chat(page).getByRole('dialog')
export const teaser = (page: AnyPage): Locator => page.locator('svc-widget .launcher p')

/** The messages, found by the accessible name of their list. */
export const log = (page: Page): Locator => chat(page).getByRole('log', { name: 'Conversation' })
export const articles = (page: Page): Locator => log(page).getByRole('article')
export const sources = (page: Page): Locator => log(page).getByRole('list', { name: 'Sources' }).getByRole('link')
export const box = (page: Page): Locator => chat(page).getByRole('textbox', { name: 'Your message' })

export async function ask(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
}

/**
 * Waits for the reply: the send button replaces the stop button. A form in the conversation also has a button with this
 * name.
 */
export const answered = (page: Page): Promise<void> =>
  page.locator('svc-widget .composer').getByRole('button', { name: 'Send', exact: true }).waitFor()

/** The accessible name of the focused element, on the page or in the widget. */
export const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const at = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
    const label = (at as HTMLInputElement | null)?.labels?.[0]
    return at?.ariaLabel ?? (label ?? at)?.textContent?.trim()
  })

/**
 * Presses Tab until the control with this name has the focus.
 * @throws if the keyboard does not lead there
 */
export async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let count = 0; count < 60; count++) {
    await page.keyboard.press(key)
    if ((await focused(page)) === name) return
  }
  throw new Error(`${name} cannot be reached by keyboard`)
}

/** Calls a method of `Svc` on the page. */
export const svc = (page: AnyPage, method: keyof Svc, ...given: unknown[]): Promise<unknown> =>
  page.evaluate(
    ([name, all]) => (window.Svc as never as Record<string, (...all: unknown[]) => unknown>)[name]!(...all),
    [method, given] as const,
  )

/** Waits until the chat is loaded. */
export const loaded = (page: AnyPage) =>
  page.waitForFunction(() => (window.Svc as Svc | undefined)?.debug?.().loaded === true)

/** Records what handlers receive. @returns a function that reads it */
export async function listen(
  page: AnyPage,
  names = ['open', 'close', 'lead', 'message'],
): Promise<() => Promise<unknown[]>> {
  await page.evaluate((names) => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    for (const name of names)
      (window.Svc as Svc).on(name as 'open', (payload: unknown) => heard.push(payload ? [name, payload] : name))
  }, names)
  return () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)
}

/** All requests of the pages from now on, as method and path below the server. */
export function requests(context: BrowserContext, { url }: Server): string[] {
  const seen: string[] = []
  context.on('request', (request: Request) => {
    if (request.url().startsWith(url)) seen.push(new URL(request.url()).pathname)
  })
  return seen
}
