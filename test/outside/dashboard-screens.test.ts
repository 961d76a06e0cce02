import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anna,
  createScreensWorld,
  expectNoErrors,
  openScreen,
  type Screen,
  type ScreensWorld,
} from '../support/screens-world.ts'

const lists = 'waiting mine unassigned assistant closed all spam'.split(' ')
const tabs = 'pages entries files facts gaps search try'.split(' ')
const settings =
  'assistant live telegram model tools canned labels contacts bookings integrations team keys webhooks email data audit website look texts languages home teaser forms flows alerts account appearance'.split(
    ' ',
  )

let world: ScreensWorld
let screen: Screen

describe.each([
  { of: 'filled', isFilled: true },
  { of: 'empty', isFilled: false },
])('a site that is $of', ({ of, isFilled }) => {
  beforeAll(async () => {
    world = await createScreensWorld({ isFilled })
    screen = await openScreen(world, anna)
    // Only reads.
    screen.calls.refused = /"method":"mutation"/
  })
  afterAll(async () => {
    await screen?.close()
    await world?.close()
  })
  const show = async (path: string, name: string) => {
    await screen.show(path)
    await expectNoSlide()
    // The surroundings are the same everywhere.
    await screen.keep(`${of}/${name}`, /^\/(inbox|$)/.test(path) ? 'body' : 'main')
  }

  /** Nothing moves sideways but tables and boards that scroll within. */
  const expectNoSlide = async () =>
    expect(
      await screen.page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main')]
          .filter((one) => one.scrollWidth > one.clientWidth)
          .map((one) => `${one.tagName} ${one.scrollWidth} > ${one.clientWidth}`),
      ),
    ).toEqual([])

  test.each(lists)('inbox %s', (list) => show(`/inbox/${list}`, `inbox-${list}`))
  // The demo has no jobs.
  test.each(isFilled ? [] : ['jobs'])('%s', (name) => show(`/${name}`, name))
  test.each(isFilled ? settings : 'model tools canned labels contacts webhooks email data audit website'.split(' '))(
    'settings %s',
    (name) => show(`/settings/${name}`, `settings-${name}`),
  )
  test.each(tabs)('knowledge %s', (tab) => show(`/knowledge/${tab}`, `knowledge-${tab}`))
  test.each(['', 'done', 'dismissed', 'all'])('callbacks %s', (list) => show(`/callbacks/${list}`, `callbacks-${list}`))
  test.each([7, 30, 90])('overview of %s days', (days) => show(`/overview?days=${days}`, `overview-${days}`))
  test('contacts', () => show('/contacts', 'contacts'))
  test('jobs', () => show('/jobs', 'jobs'))
  test('jobs in a table', () => show('/jobs?view=list&status=all', 'jobs-list'))
  test('a job', () => show(`/jobs/${world.job || 'job_none'}`, 'job'))
  test('calendar', () => show('/calendar?view=week&date=2026-01-05', 'calendar'))
  test('guide', () => show('/', 'start'))
  test('conversations', async () => {
    for (const name of ['mine', 'answered'] as const) {
      await screen.show(`/inbox/all/${world.chats[name] || 'conv_none'}`)
      await screen.keep(`${of}/conversation-${name}`)
    }
  })
  test('on a phone in German', async () => {
    await screen.page.evaluate(() => localStorage.setItem('frontdesk.language', 'de'))
    await screen.page.setViewportSize({ width: 390, height: 760 })
    await screen.load('/inbox/all')
    for (const [path, name] of [
      ['/inbox/all', 'inbox'],
      [`/inbox/all/${world.chats.mine}`, 'conversation'],
      ['/contacts', 'contacts'],
      ['/callbacks', 'callbacks'],
      ['/knowledge/gaps', 'knowledge-gaps'],
      ['/overview?days=30', 'overview'],
      ['/settings/live', 'settings-live'],
      ['/settings/audit', 'settings-audit'],
    ] as const)
      await show(path, `phone-german-${name}`)
    for (const name of settings) {
      await screen.show(`/settings/${name}`)
      await expectNoSlide()
    }
    expectNoErrors(screen)
  })
})
