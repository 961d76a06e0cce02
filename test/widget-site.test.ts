import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { createPage } from './support/page.ts'

const flow = {
  id: 'fit',
  title: 'Find your size',
  steps: [{ field: 'height', ask: 'How tall are you?', input: 'text' }],
  submit: { as: 'message', template: 'I am {height} tall' },
}
const form = { id: 'quote', title: 'A quote', fields: [{ name: 'size', label: 'Size', type: 'text', required: true }] }
const widget = {
  brand: { agentName: 'Wanda', accent: '#112233', avatar: 'https://demo.example/wanda.png', theme: 'dark' },
  launcher: { position: 'left', icon: 'bolt', label: 'Ask us', shape: 'pill', hideOnPaths: ['/checkout/**'] },
  teaser: { text: 'Any questions?', afterScroll: 50 },
  flows: [flow],
  forms: [form],
  strings: { poweredBy: 'Läuft mit Frontdesk', talkToPerson: 'Mensch, bitte' },
  privacyUrl: 'https://demo.example/privacy',
  consent: 'required',
}

let world: ChatWorld
const { send, read } = createPage(() => world)
const site = async (): Promise<Body> => await read(await send('GET', '/site?site=demo'))

beforeAll(async () => {
  const sites = [{ id: 'demo', allowedOrigins: ['https://demo.example'], widget }]
  world = await createChatWorld({ file: { sites: [...sites, { id: 'bare' }] } })
})
afterAll(() => world.close())

test('a page is told what the configuration file says of the widget', async () => {
  expect(await site()).toMatchObject({
    botName: 'Wanda',
    accent: '#112233',
    position: 'left',
    launcherIcon: 'bolt',
    privacyUrl: 'https://demo.example/privacy',
    consent: 'required',
    widget: {
      brand: { avatar: 'https://demo.example/wanda.png', theme: 'dark' },
      launcher: { label: 'Ask us', shape: 'pill', hideOnPaths: ['/checkout/**'] },
      teaser: { text: 'Any questions?', afterScroll: 50 },
      flows: [flow],
      forms: [form],
      strings: widget.strings,
    },
  })
})

test('where the chat cannot be loaded the button speaks the language of the site, or the words of its owner', async () => {
  const saying = async () => (await site()).notLoaded
  expect(await saying()).toBe('The chat could not be loaded. Try again.')
  await world.set({ assistant: { locale: 'de-AT' } })
  expect(await saying()).toMatch(/^Der Chat konnte nicht geladen werden/)
  await world.set({ widget: { strings: { ...widget.strings, notLoaded: 'Gerade nicht da.' } } })
  expect(await saying()).toBe('Gerade nicht da.')
  await world.set({ assistant: { locale: 'en' }, widget: { strings: widget.strings } })
})

test('what is said twice is said once, and what is empty not at all: every page loads it', async () => {
  const { widget: given } = await site()
  expect(Object.keys(given.brand)).toEqual(['avatar', 'theme'])
  expect(Object.keys(given.launcher)).toEqual(['label', 'shape', 'hideOnPaths'])
  const bare = await read(await send('GET', '/site?site=bare', { headers: { origin: world.url } }))
  expect(bare.widget).toEqual({})
})

test('[R407] unknown tokens are ignored, and values that would inject CSS are refused', async () => {
  const brand = { theme: 'light', tokens: { '--radius-window': '4px', '--page-color': 'red', color: 'red' } }
  await world.set({ widget: { brand: brand as never } })
  expect((await site()).widget.brand).toEqual({ theme: 'light', tokens: { '--radius-window': '4px' } })
  const injecting = { brand: { tokens: { '--bg': 'red} :host {display: none' } } }
  const refused = await world.api('PUT', '/settings?site=demo', { body: { settings: { widget: injecting } } })
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('settings.widget.brand')])
})

test('[R410] the owner changes the widget in settings, where the powered-by line keeps naming the product', async () => {
  const strings = { poweredBy: 'Powered by nobody' }
  const put = (settings: unknown) => world.api('PUT', '/settings?site=demo', { body: { settings } })
  expect((await put({ widget: { strings } })).status).toBe(400)
  await world.set({ widget: { strings: { talkToPerson: 'A person, please' }, flows: [], teaser: {} } })
  const { widget: given } = await site()
  expect(given.strings).toEqual({ talkToPerson: 'A person, please' })
  expect([given.flows, given.teaser]).toEqual([undefined, undefined])
  expect(given.forms).toEqual([form])
  const { body } = await world.get('/settings?site=demo')
  expect([body.flows, body.forms]).toEqual([[], [{ id: 'quote', title: 'A quote' }]])
})

test('it is compressed, and kept for a minute by this page alone', async () => {
  const plain = await send('GET', '/site?site=demo', { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  const body = await read(plain)
  for (const encoding of ['br', 'gzip']) {
    const response = await send('GET', '/site?site=demo', { headers: { 'accept-encoding': encoding } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('cache-control')).toBe('private, max-age=60')
    expect(response.headers.get('vary')).toBe('origin, accept-encoding')
    expect(response.headers.get('access-control-allow-origin')).toBe('https://demo.example')
    expect(await read(response)).toEqual(body)
  }
  await world.set({ botName: 'Wilma' })
  expect((await site()).botName).toBe('Wilma')
})
