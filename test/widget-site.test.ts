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

test('a page receives the widget section of the configuration file', async () => {
  expect(await site()).toMatchObject({
    botName: 'Wanda',
    accent: '#112233',
    position: 'left',
    launcherIcon: 'M7.9 20A9 9 0 1 0 4 16.1L2 22Z',
    colours: expect.objectContaining({ '--accent': '#112233' }),
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

test('if the chat cannot be loaded the button has the site’s language, or its owner’s text', async () => {
  const saying = async () => (await site()).notLoaded
  expect(await saying()).toBe('The chat could not be loaded. Try again.')
  await world.set({ assistant: { locale: 'de-AT' } })
  expect(await saying()).toMatch(/^Der Chat konnte nicht geladen werden/)
  await world.set({ widget: { strings: { ...widget.strings, notLoaded: 'Gerade nicht da.' } } })
  expect(await saying()).toBe('Gerade nicht da.')
  await world.set({ assistant: { locale: 'en' }, widget: { strings: widget.strings } })
})

test('duplicates and empty values are omitted, because every page loads it', async () => {
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

test('[R410] the owner changes the widget in settings, but the powered-by line keeps naming the product', async () => {
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

test('it is compressed, and cached for a minute by this page only', async () => {
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

test('visitors of another language read its texts, and the site’s own where it has none', async () => {
  const action = { id: 'a', kind: 'reply', label: 'Hours', value: 'When are you open?' } as const
  await world.set({
    welcomeMessage: 'Hello',
    starterQuestions: ['When are you open?'],
    home: { title: 'Welcome', subtitle: 'Ask us', shortcuts: [{ id: 'hours', label: 'Hours', icon: '', action }] },
    widget: {
      teaser: { text: 'Any questions?' },
      strings: { send: 'Go', stop: 'Halt' },
      translations: {
        de: {
          welcomeMessage: 'Guten Tag',
          starterQuestions: ['Wann haben Sie offen?'],
          title: 'Willkommen',
          shortcuts: { hours: { label: 'Zeiten' }, gone: { label: 'x' } },
          teaser: 'Fragen?',
          strings: { send: 'Los' },
        },
        fr: { welcomeMessage: 'Bonjour' },
      },
    },
  })
  const inLanguages = async (lang: string) => await read(await send('GET', `/site?site=demo&lang=${lang}`))
  const german = await inLanguages(',,de-AT,en')
  expect(german).toMatchObject({
    welcomeMessage: 'Guten Tag',
    starterQuestions: ['Wann haben Sie offen?'],
    home: { title: 'Willkommen', subtitle: 'Ask us', shortcuts: [{ label: 'Zeiten', action }] },
    widget: { teaser: { text: 'Fragen?' }, strings: { send: 'Los', stop: 'Halt' } },
  })
  expect(german.widget.translations).toBeUndefined()
  expect(await inLanguages('fr')).toMatchObject({ welcomeMessage: 'Bonjour', starterQuestions: ['When are you open?'] })
  const own = await site()
  // The site's own language comes before the translation of a later one.
  for (const lang of ['en-GB,de', 'ja', '', '__proto__', 'constructor,', 'x'.repeat(500)])
    expect([lang, await inLanguages(lang)]).toEqual([lang, own])
  for (const translations of [{ german: {} }, { DE: {} }, { de: { strings: { poweredBy: 'Von uns' } } }]) {
    const put = await world.api('PUT', '/settings?site=demo', { body: { settings: { widget: { translations } } } })
    expect(put.status).toBe(400)
  }
})
