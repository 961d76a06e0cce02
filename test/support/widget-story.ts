import type { BrowserContext, Frame, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { MessageContent } from '../../shared/message.ts'
import { type OpenBrowser, openBrowser } from './browser.ts'
import type { Reply } from './client.ts'
import { addPerson, tokenFor } from './desk-page.ts'
import { type FakeConnector, send, startFakeConnector } from './fake-connector.ts'
import { putHostilePage } from './hostile-page.ts'
import { openSocket, type Socket } from './live.ts'
import type { Step } from './steps.ts'
import { dialog, launcher, loaded, startWidgetWorld, svc, type WidgetWorld } from './widget-page.ts'

/** A plain page; one that does to the widget everything that pages do; and the latter in a frame of another. */
export const hosts = ['plain', 'hostile', 'framed'] as const
export type Host = (typeof hosts)[number]

/** A website whose visitors are answered by a fake backend and by a team member. */
export type StoryWorld = WidgetWorld & {
  backend: FakeConnector
  /** What the backend does with each message from now on. */
  says(...steps: Step[]): void
  /** What it answers immediately from now on. */
  answers(...messages: MessageContent[]): void
  /** A visitor on such a page, with the window open. */
  visit(host: Host, options?: VisitOptions): Promise<Visitor>
  /** What is stored of a conversation. */
  read(id: string): Promise<Reply['body']>
  /** The events of this type about a conversation. */
  told(id: string, type: string): Promise<Reply['body'][]>
}

type VisitOptions = { site?: string; attributes?: string; proxy?: string; closed?: boolean }

/** A visitor on a page of the website, with the controls of the widget's window by name. */
export type Visitor = OpenBrowser & {
  /** The page's URL. */
  address: string
  /** Where the widget is: the page, or a frame in it. */
  at: Frame
  window: Locator
  log: Locator
  box: Locator
  button(name: string): Locator
  /** The texts of the messages, in order, without their authors. */
  said(): Promise<string[]>
  /** Types into the box and sends. */
  ask(text: string): Promise<void>
  /** The id of the conversation, once there is one. */
  conversation(): Promise<string>
  /** Reloads the page, and opens the window there. */
  reload(): Promise<void>
}

export async function startStories(sites: Record<string, unknown> = {}): Promise<StoryWorld> {
  const backend = await startFakeConnector()
  const world = await startWidgetWorld(sites, {}, backend)
  const { client } = world
  const says = (...steps: Step[]) =>
    backend.script(({ message }) => (message === null ? [send('done', { messages: [] })] : steps))
  return {
    ...world,
    backend,
    says,
    answers: (...messages) => says(send('done', { messages })),
    visit: (host, options) => visit(world, host, options),
    read: async (id) => (await client.get(`/conversations/${id}?site=shop`)).body,
    told: (id, type) => told(world, id, type),
    async close() {
      await world.close()
      await backend.close()
    },
  }
}

/** Reads the whole log, page by page. */
export async function told({ client }: WidgetWorld, id: string, type: string, site = 'shop'): Promise<Reply['body'][]> {
  const found: Reply['body'][] = []
  for (let after = ''; ; ) {
    const { items, next } = (await client.get(`/events?site=${site}&limit=500${after && `&after=${after}`}`)).body
    found.push(...items.filter((event: Reply['body']) => event.type === type && event.data.conversationId === id))
    if (items.length < 500) return found
    after = next
  }
}

async function visit(world: WidgetWorld, host: Host, options: VisitOptions = {}): Promise<Visitor> {
  const { site = 'shop', attributes = '', proxy, closed = false } = options
  const opened = await openBrowser(proxy)
  const { page } = opened
  const address = putPage(world, host, `data-site="${site}" ${attributes}`)
  await page.goto(address)
  const visitor = { ...opened, address, at: await frameOf(page, host) } as Visitor
  Object.assign(visitor, parts(visitor), {
    async reload() {
      await page.goto(address)
      visitor.at = await frameOf(page, host)
      Object.assign(visitor, parts(visitor))
      await begin(visitor)
    },
  })
  if (!closed) await begin(visitor)
  return visitor
}

const begin = async ({ at }: Visitor) => {
  await loaded(at)
  // A window that was open on the page before still is.
  if (!((await svc(at, 'debug')) as { open: boolean }).open) await launcher(at).click()
  await dialog(at).waitFor()
}

function putPage(world: WidgetWorld, host: Host, attributes: string): string {
  if (host === 'plain') return world.page('/plain', { attributes })
  const address = putHostilePage(world.host, '/hostile', world.tag(attributes), world.server.url)
  if (host === 'hostile') return address
  const frame = '<iframe src="/hostile" style="border: 0; width: 1000px; height: 700px"></iframe>'
  return world.host.put('/framed', `<!doctype html><title>Outer</title><body>${frame}`)
}

async function frameOf(page: Page, host: Host): Promise<Frame> {
  if (host !== 'framed') return page.mainFrame()
  return (await (await page.locator('iframe').elementHandle())!.contentFrame())!
}

function parts({ at }: Visitor) {
  const window = dialog(at)
  const log = window.getByRole('log', { name: 'Conversation' })
  const box = window.getByRole('textbox', { name: 'Your message' })
  return {
    window,
    log,
    box,
    button: (name: string) => window.getByRole('button', { name, exact: true }),
    said: () => log.locator('.bubble').allInnerTexts(),
    async ask(text: string) {
      await box.fill(text)
      await box.press('Enter')
    },
    async conversation() {
      const read = async () => ((await svc(at, 'debug')) as { conversation?: string }).conversation
      await expect.poll(read).toMatch(/^conv_/)
      return (await read())!
    },
  }
}

/** A team member with an open dashboard. */
export type Helper = {
  email: string
  /** POSTs for the site `shop` in their name. */
  post(path: string, body?: object): Promise<Reply>
  types(conversation: string, typing: boolean): Promise<unknown>
  leave(): Promise<void>
}

export async function addHelper({ client, server }: WidgetWorld, name: string): Promise<Helper> {
  const email = `${name.toLowerCase().replace(/\W/g, '.')}@shop.example`
  await addPerson(client, { email, name, role: 'admin' })
  const token = await tokenFor(server, email)
  const socket: Socket = openSocket(server, { token })
  await socket.follow({ site: 'shop', window: 'w1', available: true }).started
  return {
    email,
    post: (path, body = {}) => client.call('POST', path, { token, body: { site: 'shop', ...body } }),
    types: (id, typing) => socket.mutation('presence.type', { site: 'shop', id, typing }),
    leave: () => socket.close(),
  }
}

/** The event streams that a browser has open. */
export function streamsOf(context: BrowserContext): Set<unknown> {
  const open = new Set<unknown>()
  context.on('request', (request) => /\/events(\?|$)/.test(request.url()) && open.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(end as 'requestfinished', (request) => open.delete(request))
  return open
}
