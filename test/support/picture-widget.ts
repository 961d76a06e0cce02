import type { Entry, TalkState } from '../../widget/chat/talk.ts'
import { openBrowser } from './browser.ts'
import type { Client } from './client.ts'
import { startFakeTurnstile } from './fake-turnstile.ts'
import { both, picture, sizes } from './pictures.ts'
import { arabic, english, german, long } from './widget/shop-talk.ts'
import { openStage, type Stage } from './widget/stage.ts'
import { dialog, startWidgetWorld, svc } from './widget-page.ts'

/** The window where it is drawn over a page, with as little of that as possible. */
const overPage = { width: 500, height: 780 }

const state = (...entries: Entry[]): Partial<TalkState> => ({ conversation: 'conv_1', entries })

const windowOf = ({ page }: Stage) => page.locator('svc-widget .window')

/** What visitors see of the widget in each state of a chat. */
export async function pictureWidget(): Promise<void> {
  const stage = await openStage()
  await stage.page.emulateMedia({ reducedMotion: 'reduce' })
  // Only the colour of the page is visible.
  await stage.context.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.colorScheme = 'light dark'
      document.querySelector('main')?.remove()
    })
  })
  await stage.page.setViewportSize(overPage)
  await stage.put()
  await both(stage.page, 'widget-home', windowOf(stage))
  await pictureReplies(stage)
  await picturePerson(stage)
  await pictureTrouble(stage)
  await pictureElsewhere(stage)
  await stage.close()
}

/** The assistant's messages, and the visitor's answers. */
async function pictureReplies(stage: Stage) {
  const { asked, options, ticks, cards, links, form, notice } = english
  await stage.put(
    {},
    { ...state(asked), activity: 'writing', writing: 'A puncture with a new inner tube costs **£14**, or' },
  )
  await both(stage.page, 'widget-streaming', windowOf(stage))
  await stage.put({}, state(asked, options, ticks))
  await both(stage.page, 'widget-options', windowOf(stage))
  await stage.put({}, state(asked, cards, links))
  await both(stage.page, 'widget-cards', windowOf(stage))
  await stage.put({}, state(asked, notice, form))
  await stage.page.getByRole('button', { name: 'Ask for a call' }).click()
  await both(stage.page, 'widget-form', windowOf(stage))
  await stage.put()
  await stage.page.getByRole('button', { name: /^Book a repair/ }).click()
  await stage.page.getByRole('button', { name: 'E-bike' }).click()
  await picture(stage.page, 'widget-flow', windowOf(stage))
}

/** A visitor waits for a person, who joins. */
async function picturePerson(stage: Stage) {
  const { asked, replied, joined, hello, thanks } = english
  await stage.put({}, { ...state(asked, replied), queue: { place: 3, minutes: 4 } })
  await both(stage.page, 'widget-queue', windowOf(stage))
  const person = { name: 'Anna' }
  await stage.put({}, { ...state(asked, replied, joined, hello, thanks), person, activity: 'typing' })
  await both(stage.page, 'widget-person', windowOf(stage))
  await stage.put({}, state(asked, replied))
  await stage.tell({ ended: true })
  await picture(stage.page, 'widget-ended', windowOf(stage))
  await stage.put({}, state(asked, replied))
  await stage.page.getByRole('button', { name: 'More' }).click()
  await both(stage.page, 'widget-menu', windowOf(stage))
}

async function pictureTrouble(stage: Stage) {
  const { asked, replied, thanks } = english
  await stage.put({}, { ...state(asked, replied, { ...thanks, sending: 'kept' }), online: false })
  await both(stage.page, 'widget-offline', windowOf(stage))
  await stage.put({}, { ...state(asked), failure: 'failed' })
  await both(stage.page, 'widget-error', windowOf(stage))
  await stage.put({ consent: 'required' }, { ...state({ ...asked, sending: 'sending' }), conversation: null })
  await picture(stage.page, 'widget-consent', windowOf(stage))
}

/** On a phone, in German, and from right to left. */
async function pictureElsewhere(stage: Stage) {
  const { asked, replied, options, cards } = english
  const phone = { width: sizes.phone.width, height: 844 }
  await stage.page.setViewportSize(phone)
  await stage.put()
  await picture(stage.page, 'widget-home-phone')
  await stage.put(long.site, state(long.asked, long.replied, long.options))
  await both(stage.page, 'widget-long-phone')
  await stage.put({}, state(asked, replied, options, cards))
  await both(stage.page, 'widget-phone')
  await stage.page.setViewportSize(overPage)
  for (const [name, html, { site, ...said }] of [
    ['german', 'lang="de"', german],
    ['arabic', 'lang="ar" dir="rtl"', arabic],
  ] as const) {
    await stage.put(site, state(said.asked, said.replied, said.options), { html })
    await picture(stage.page, `widget-${name}`, windowOf(stage))
  }
}

/** The bot challenge in its frame, with a substitute for the provider's content. */
export async function pictureChallenge(): Promise<void> {
  const turnstile = await startFakeTurnstile()
  turnstile.turn = 'asks'
  const world = await startWidgetWorld({}, turnstile.config)
  for (const colorScheme of ['light', 'dark'] as const) {
    await using visitor = await openBrowser()
    const { page } = visitor
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    await page.setViewportSize(overPage)
    await page.goto(world.page('/', { head: '<meta name="color-scheme" content="light dark">', body: '' }))
    await svc(page, 'send', 'Do you have time for a repair on Saturday?')
    await dialog(page).frameLocator('iframe').getByRole('button').waitFor()
    const name = `widget-challenge${colorScheme === 'dark' ? '-dark' : ''}`
    await picture(page, name, page.locator('svc-widget .window'))
  }
  await world.close()
  await turnstile.close()
}

/** The button on a page of the demo, with the sentence beside it, for a new visitor. */
export async function pictureButton(desk: Client, url: string): Promise<void> {
  const teaser = { text: 'A question about your bike? We answer at once.' }
  await desk.call('PUT', '/settings', { body: { settings: { widget: { teaser } } } })
  await using visitor = await openBrowser()
  const { page } = visitor
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 620, height: 420 })
  await page.goto(`${url}/demo/hours.html`)
  await page.locator('svc-widget .launcher p').waitFor()
  await both(page, 'widget-teaser')
}
