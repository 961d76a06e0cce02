import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { accentColours } from '../../../shared/accent.ts'
import type { ChatSite } from '../../../shared/chat.ts'
import type { Mounting } from '../../../widget/chat/mounting.ts'
import type { TalkState } from '../../../widget/chat/talk.ts'
import { type OpenBrowser, openBrowser } from '../browser.ts'

/** The strictest CSP: no inline styles and scripts, and no text that becomes HTML. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'none'; img-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const home = 'http://localhost/'

/** A page with the chat's interface, and a talk in memory behind it. */
export type Stage = OpenBrowser & {
  /** A fresh page with a chat of this site. */
  put(site?: Partial<ChatSite>, first?: Partial<TalkState>, own?: Options): Promise<void>
  tell(next: Partial<TalkState>): Promise<void>
  /** The calls of the talk, with these names or all. */
  asked(...names: string[]): Promise<unknown[][]>
}

/** `html`: attributes of the page's own element. */
type Options = Partial<Pick<Mounting, 'fill' | 'theme'>> & { html?: string; closed?: boolean }

/** @param more of the browser, such as its time zone */
export async function openStage(more?: BrowserContextOptions): Promise<Stage> {
  const files = await buildPage()
  const opened = await openBrowser(undefined, more)
  const { page, context } = opened
  let html = ''
  await context.route(`${home}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    const code = files.get(name)
    if (code) return route.fulfill({ body: code, contentType: 'text/javascript' })
    const body = `<!doctype html><html ${html}><head><meta name="viewport" content="width=device-width"><title>A page</title></head><body><main><h1>A page</h1><button>Of the page</button></main><script type="module" src="/page.js"></script></body></html>`
    return route.fulfill({ body, contentType: 'text/html', headers: { 'content-security-policy': policy } })
  })
  return {
    ...opened,
    async put(site = {}, first = {}, { html: given = 'lang="en"', closed = false, ...own } = {}) {
      html = given
      await page.goto(home)
      await page.waitForFunction(() => 'stage' in window)
      await page.evaluate(([site, first, own]) => window.stage.put(site, first, own), [
        { ...shopSite, ...site },
        first,
        own,
      ] as const)
      if (closed) return
      await page.evaluate(() => window.stage.chat.open())
      await page.locator('svc-widget .window').waitFor()
      // The last element that is rendered.
      await page.locator('svc-widget .conversation').waitFor({ state: 'attached' })
    },
    tell: (next) =>
      page.evaluate(async (next) => {
        window.stage.talk.tell(next)
        // What is rendered is scrolled into place before the browser shows it.
        await new Promise(requestAnimationFrame)
      }, next),
    asked: async (...names) => {
      const asked = await page.evaluate(() => window.stage.talk.asked)
      return names.length > 0 ? asked.filter(([name]) => names.includes(name)) : asked
    },
  }
}

async function buildPage(): Promise<Map<string, string>> {
  const entry = fileURLToPath(new URL('./stage-page.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: { input: { page: entry }, output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])))
}

/** A site like a shop's. */
export const shopSite: ChatSite = {
  id: 'shop',
  name: 'Wrenmouth Cycle Works',
  botName: 'Wrenmouth Cycle Works',
  accent: '#0f766e',
  onAccent: '#fff',
  colours: accentColours('#0f766e') ?? {},
  position: 'right',
  launcherIcon: 'chat',
  welcomeMessage: 'Hello, what would you like to know?',
  starterQuestions: [
    'When are you open on Saturdays?',
    'What does a puncture cost?',
    'Can I rent an e-bike for a weekend?',
    'How do I return something I bought?',
  ],
  locale: 'en',
  home: {
    title: 'How can we get you rolling?',
    subtitle: 'Ask about repairs, rentals and orders. We answer at once.',
    shortcuts: [
      {
        id: 'a',
        label: 'Book a repair',
        description: 'Three questions',
        icon: 'calendar',
        action: { id: 'a', kind: 'flow', label: 'Book', flow: 'repair' },
      },
      {
        id: 'b',
        label: 'Call us',
        description: '01632 960417',
        icon: 'phone',
        action: { id: 'b', kind: 'tel', label: 'Call', phone: '+44 1632 960417' },
      },
      {
        id: 'c',
        label: 'Write an email',
        icon: '',
        action: { id: 'c', kind: 'email', label: 'Mail', email: 'hello@shop.example' },
      },
      {
        id: 'd',
        label: 'Leave feedback',
        icon: '',
        action: { id: 'd', kind: 'form', label: 'Feedback', form: 'feedback' },
      },
      {
        id: 'e',
        label: 'Opening hours',
        icon: 'help',
        action: { id: 'e', kind: 'reply', label: 'Hours', value: 'When are you open?' },
      },
      {
        id: 'f',
        label: 'Our bikes',
        icon: '',
        action: { id: 'f', kind: 'url', label: 'Bikes', url: 'https://shop.example/bikes' },
      },
    ],
    links: {
      title: 'Good to know',
      items: [
        {
          label: 'Delivery and pick-up',
          url: 'https://shop.example/delivery',
          description: 'What it costs, and how long it takes',
        },
        { label: 'Returns', url: 'https://shop.example/returns' },
      ],
    },
  },
  form: {
    enabled: true,
    fields: [
      { name: 'name', label: 'Name', type: 'text', required: false },
      { name: 'email', label: 'Email', type: 'email', required: false },
    ],
  },
  live: true,
  privacyUrl: 'https://shop.example/privacy',
  consent: 'none',
  captcha: null,
  notLoaded: 'The chat could not be loaded. Try again.',
  openChat: 'Open chat',
  maxMessageLength: 1000,
  sessionTtlHours: 24,
  widget: {
    flows: [
      {
        id: 'repair',
        title: 'Book a repair',
        steps: [
          {
            field: 'bike',
            ask: 'What kind of bike is it?',
            input: 'choice',
            choices: ['City bike', 'E-bike', 'Racing bike'],
          },
          { field: 'fault', ask: 'What is wrong with it?', input: 'text' },
          {
            field: 'day',
            ask: 'When would you bring it?',
            input: 'choice',
            choices: ['Today', 'Tomorrow', 'Later this week'],
          },
        ],
        submit: {
          as: 'message',
          template: 'I would like to book a repair. Bike: {bike}. Problem: {fault}. I can bring it: {day}.',
        },
      },
    ],
    forms: [
      {
        id: 'feedback',
        title: 'Your feedback',
        fields: [
          {
            name: 'about',
            label: 'What is it about?',
            type: 'select',
            required: true,
            options: [
              { label: 'The shop', value: 'shop' },
              { label: 'The website', value: 'web' },
            ],
          },
          { name: 'words', label: 'In your words', type: 'textarea', required: true },
        ],
        submitLabel: 'Send feedback',
      },
    ],
  },
}
