import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, eventually, openAgent, pane } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { goTo } from '../support/desk-page.ts'
import { pageIdle } from '../support/idle.ts'
import { caretOf, countKeys, type Keys } from '../support/keystrokes.ts'
import { hasSaid } from '../support/said.ts'
import { type Shop, startShop } from '../support/shop.ts'

/** What an agent does all day: each by keyboard, with the fewest keys, and with the caret where they type next. */

let shop: Shop
let anna: Agent
let page: Page
let keys: Keys

beforeAll(async () => {
  buildDashboard()
  shop = await startShop()
  await addAgents(shop, 'Anna Marsh')
  anna = await openAgent(shop.server, 'Anna Marsh')
  page = anna.page
  keys = countKeys(page)
  const limits = { apiRequestsPerKeyPerMinute: 10_000 }
  await shop.call('PUT', '/settings', { body: { settings: { security: { limits } } } })
  await waitAtMost(3600)
})
afterAll(async () => {
  await anna.close()
  await shop.close()
})
beforeEach(async () => {
  for (const { id } of (await shop.get('/conversations')).body.items) await shop.call('DELETE', `/conversations/${id}`)
  await page.goto(`${shop.server.url}/dashboard/inbox/all`)
  await page.getByRole('navigation', { name: 'Lists' }).waitFor()
  keys.count()
})

const waitAtMost = (waitSeconds: number) =>
  shop.call('PUT', '/settings', { body: { settings: { live: { waitSeconds } } } })
const toast = (words: string) => page.getByRole('region', { name: 'Notices' }).locator('div').filter({ hasText: words })
const list = () => page.getByRole('region', { name: 'Conversations' })
const row = (name: string) => list().locator('[data-row]').filter({ hasText: name }).first()
const conversation = async (id: string) => (await shop.get(`/conversations/${id}`)).body.conversation
const statusOf = async (id: string) => (await conversation(id)).status

async function chat(name: string, message = 'Is it ready?', contact = {}): Promise<string> {
  const { body } = await shop.post('/conversations', { message, contact: { name, ...contact } })
  await row(name).waitFor()
  return body.id
}
const ask = (id: string) => shop.post(`/conversations/${id}/messages`, { action: { id: 'person' } })

/** A visitor on a page. */
async function visit(message: string) {
  const headers = { origin: shop.server.url, 'content-type': 'application/json' }
  const post = async (path: string, body: unknown, token?: string) => {
    const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const init = { method: 'POST', headers: { ...headers, ...authorization }, body: JSON.stringify(body) }
    return await (await fetch(`${shop.server.url}/chat${path}`, init)).json()
  }
  const { id, token } = await post('/conversations', { site: 'shop', message })
  return {
    id: id as string,
    sees: (messageId: string) => post(`/conversations/${id}/seen`, { messageId }, token),
  }
}

/** Takes the open conversation, and leaves the reply box, so that single letters are commands. */
async function take(id: string): Promise<void> {
  await anna.show(id)
  await page.keyboard.press('t')
  await eventually(() => caretOf(page)).toMatch(/^textarea/)
  // The first one may dismiss a drafted answer.
  await eventually(async () => {
    await page.keyboard.press('Escape')
    return await caretOf(page)
  }).not.toMatch(/^textarea/)
  await eventually(() => statusOf(id)).toBe('live')
}

describe('a chat that was left by mistake', () => {
  test.each([
    ['closed', 'e', 'closed'],
    ['handed back', 'b', 'bot'],
  ])('%s, is brought back by one key, long after its toast is gone', async (_, key, left) => {
    const id = await chat('Tom Hill')
    await take(id)
    await keys.press(key)
    await eventually(() => statusOf(id)).toBe(left)
    await toast(key === 'e' ? 'Conversation closed.' : 'Handed back')
      .getByRole('button', { name: 'Dismiss' })
      .click()
    await goTo(page, '/inbox/all')
    await keys.press('z')
    expect(keys.count()).toBe(2)
    await eventually(() => statusOf(id)).toBe('live')
    await hasSaid(page, 'Undone: ')
    expect((await shop.stored(id)).at(-1)?.text).not.toMatch(/closed|assistant/i)
  })

  test('that the visitor has read is reopened by one key, and is not undone', async () => {
    const visitor = await visit('Do you repair bells?')
    await take(visitor.id)
    await shop.post(`/conversations/${visitor.id}/reply`, { text: 'We do.' })
    await keys.press('e')
    await eventually(() => statusOf(visitor.id)).toBe('closed')
    const undo = toast('Conversation closed.').getByRole('button', { name: /^Undo/ })
    await undo.waitFor()
    await visitor.sees((await shop.stored(visitor.id)).at(-1)?.id ?? '')
    await undo.waitFor({ state: 'detached' })
    await pane(page).getByRole('button', { name: 'Reopen' }).waitFor()
    await keys.press('t')
    expect(keys.count()).toBe(2)
    await eventually(() => statusOf(visitor.id)).toBe('live')
    await eventually(() => caretOf(page)).toMatch(/^textarea/)
  })
})

test('a chat is put off until tomorrow by two keys, and comes back on top when its visitor writes', async () => {
  const id = await chat('Sam Slate')
  await take(id)
  await chat('Later Lou')
  keys.count()
  await keys.press('h')
  await page.getByRole('button', { name: 'Until tomorrow morning' }).waitFor()
  await keys.press('Enter')
  expect(keys.count()).toBe(2)
  await eventually(async () => (await conversation(id)).snoozed?.until).toBeGreaterThan(Date.now())
  await goTo(page, '/inbox/mine')
  await page.getByText('You have no live chats').waitFor()
  await keys.press('Alt+9')
  await row('Sam Slate').getByLabel('Snoozed').waitFor()
  await shop.say(id, { text: 'One more thing.' })
  await row('Sam Slate').waitFor({ state: 'detached' })
  await keys.press('Alt+3')
  await row('Sam Slate').waitFor()
  await keys.press('j', 'Enter', 'h')
  await page.getByRole('button', { name: 'Until the visitor writes' }).click()
  await eventually(async () => (await conversation(id)).snoozed).toEqual({ until: null })
  await keys.press('z')
  await eventually(async () => (await conversation(id)).snoozed).toBeNull()
})

test('a mention is opened by four keys from any screen, and counts until then', async () => {
  await chat('Not Meant')
  const id = await chat('Mia Mint')
  await shop.post(`/conversations/${id}/notes`, { text: '@Anna Marsh can you help?' })
  const mentions = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: /^Mentions/ })
  await mentions.getByText('1').waitFor()
  keys.count()
  await keys.press('g', 'm')
  await row('Not Meant').waitFor({ state: 'detached' })
  await row('Mia Mint').waitFor()
  await keys.press('j', 'Enter')
  expect(keys.count()).toBe(4)
  await pane(page).getByText('@Anna Marsh can you help?').waitFor()
  await mentions.getByText('0').waitFor()
  await row('Mia Mint').waitFor()
  // Mentioned while it is open, it is seen at once.
  await shop.post(`/conversations/${id}/notes`, { text: '@Anna Marsh thanks!' })
  await pane(page).getByText('@Anna Marsh thanks!').waitFor()
  await pageIdle(page)
  await mentions.getByText('0').waitFor()
})

test('a search is saved as a view, which is one click from any list, and deleted with undo', async () => {
  await chat('Tandem Tess')
  await chat('Nobody Else')
  keys.count()
  await keys.press('/')
  await keys.type('tandem')
  await row('Nobody Else').waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Save view' }).click()
  await eventually(() => caretOf(page)).toMatch(/^input/)
  await keys.type('Tandems')
  await keys.press('Enter')
  const view = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Tandems' })
  await view.waitFor()
  await eventually(() => page.url()).toMatch(/found\?.*q=tandem/)
  await page.keyboard.press('Alt+7')
  await row('Nobody Else').waitFor()
  // The search does not come back with the list, not even after its pause for typing.
  await page.waitForTimeout(300)
  await pageIdle(page)
  expect(await row('Nobody Else').isVisible()).toBe(true)
  expect(await page.getByRole('textbox', { name: /^Search/ }).inputValue()).toBe('')
  await view.click()
  await row('Nobody Else').waitFor({ state: 'detached' })
  await row('Tandem Tess').waitFor()
  await page.getByRole('button', { name: 'Delete the view “Tandems”' }).click()
  await view.waitFor({ state: 'detached' })
  await keys.press('z')
  await view.waitFor()
})

describe('several conversations at once', () => {
  test('are closed by four keys, and come back by one', async () => {
    const ids: string[] = []
    for (const name of ['First Fern', 'Second Sage', 'Third Thyme']) ids.push(await chat(name))
    keys.count()
    await keys.press('j', 'Shift+ArrowDown')
    await list().getByText('2 selected').waitFor()
    expect(await caretOf(page)).toBe(`a ${ids[1]}`)
    await keys.press('x', 'x', 'e')
    expect(keys.count()).toBe(5)
    const statuses = () => Promise.all(ids.map(statusOf))
    await eventually(statuses).toEqual(['bot', 'closed', 'closed'])
    await hasSaid(page, '2 conversations closed.')
    await keys.press('z')
    await eventually(statuses).toEqual(['bot', 'bot', 'bot'])
  })

  test('are labelled, assigned and snoozed by the keys of one', async () => {
    const { status } = await shop.post('/labels', { name: 'Rental' })
    expect(status).toBe(201)
    const ids = [await chat('Ida Iris'), await chat('Jan Jade')]
    const both = async <T>(read: (one: Awaited<ReturnType<typeof shop.get>>['body']) => T) =>
      Promise.all(ids.map(async (id) => read((await shop.get(`/conversations/${id}`)).body)))
    await keys.press('j', 'Shift+ArrowDown', 'l')
    await page.getByRole('searchbox', { name: 'Find a label' }).waitFor()
    await page.getByRole('dialog').getByText('Rental').click()
    await eventually(() => both(({ labels }) => labels[0]?.name)).toEqual(['Rental', 'Rental'])
    await page.keyboard.press('Escape')
    await row('Ida Iris').focus()
    await keys.press('Shift+ArrowUp', 'Shift+ArrowDown', 'a')
    await page.getByRole('button', { name: 'Anna Marsh (you)' }).press('Enter')
    await eventually(() => both(({ conversation }) => conversation.assigned_to)).toEqual([anna.email, anna.email])
    await row('Ida Iris').focus()
    await keys.press('Shift+ArrowUp', 'Shift+ArrowDown', 'h')
    await page.getByRole('button', { name: 'Until the visitor writes' }).press('Enter')
    await eventually(() => both(({ conversation }) => conversation.snoozed)).toEqual([{ until: null }, { until: null }])
  })
})

describe('a missed visitor', () => {
  async function missed(name: string, contact = {}): Promise<string> {
    const id = await chat(name, 'Is anybody there?', contact)
    await ask(id)
    // One after the other, so that their order is known.
    await eventually(async () => (await conversation(id)).missed_at).not.toBeNull()
    return id
  }

  test('is counted on every screen, and written back, called or dismissed by one key', async () => {
    await waitAtMost(1)
    const names = ['Ann Ash', 'Ben Birch', 'Cem Cedar']
    for (const name of names) await missed(name, { phone: '+44 1632 960001' })
    await goTo(page, '/contacts')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox, 3 missed' }).waitFor()
    await goTo(page, '/inbox/missed')
    await row('Cem Cedar').waitFor()
    keys.count()

    await keys.press('j', 'd')
    expect(keys.count()).toBe(2)
    await row('Cem Cedar').waitFor({ state: 'detached' })
    await keys.press('z')
    await row('Cem Cedar').waitFor()
    await keys.press('d')
    await row('Cem Cedar').waitFor({ state: 'detached' })

    await page.evaluate(() =>
      document.addEventListener(
        'click',
        (event) => {
          event.preventDefault()
          document.title = (event.target as HTMLAnchorElement).href
        },
        { once: true },
      ),
    )
    keys.count()
    await keys.press('p')
    await eventually(() => page.title()).toBe('tel:+441632960001')
    // Only a person removes an entry: calling does not.
    for (const name of ['Ann Ash', 'Ben Birch']) await row(name).waitFor()

    await keys.press('w')
    expect(keys.count()).toBe(2)
    await eventually(() => caretOf(page)).toMatch(/^textarea/)
    await keys.type('Sorry, here I am.')
    await keys.press('Control+Enter')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox, 1 missed' }).waitFor()
    await pageIdle(page)
    await waitAtMost(3600)
  })
})

describe('finding anything by one key and a few letters', () => {
  const options = () => page.getByRole('dialog').getByRole('option')

  test('has the contact of that name first, and its conversation next; the last choice is on top the next time', async () => {
    await chat('Alan Whitby', 'Do you rent tandems?', { email: 'alan@example.com' })
    await chat('Nora Quill', 'Is Alan in today?')
    keys.count()
    await keys.press('Control+k')
    await keys.type('alan')
    await options().filter({ hasText: 'Is Alan in today?' }).waitFor()
    expect(await options().first().textContent()).toContain('Alan Whitby')
    expect(await options().nth(1).textContent()).toContain('Do you rent tandems?')
    await eventually(() => options().first().getAttribute('aria-selected')).toBe('true')
    await keys.press('ArrowDown', 'Enter')
    expect(keys.count()).toBe(7)
    await eventually(() => page.url()).toMatch(/inbox\/all\/conv_\w+$/)
    await keys.press('Control+k')
    await options().first().getByText('Alan Whitby').waitFor()
    await keys.press('Escape')
  })

  test.each([
    ['telegram', 'Telegram', /settings\/telegram$/],
    ['embed', 'Website', /settings\/website$/],
    ['complaints', 'Complaints', /inbox\/label:lbl_\w+$/],
  ])('“%s” opens %s', async (words, first, address) => {
    const { status } = await shop.post('/labels', { name: 'Complaints' })
    expect([201, 409]).toContain(status)
    await keys.press('Control+k')
    await keys.type(words)
    await options().first().getByText(first, { exact: true }).waitFor()
    await keys.press('Enter')
    expect(keys.count()).toBe(words.length + 2)
    await eventually(() => decodeURIComponent(page.url())).toMatch(address)
  })

  test('inserts a canned reply into the open conversation, with the caret behind it', async () => {
    const { status } = await shop.post('/canned-replies', {
      shortcut: 'hours',
      title: 'Opening hours',
      text: 'We open at nine.',
    })
    expect(status).toBe(201)
    await anna.show(await chat('Cora Dean'))
    await keys.press('Control+k')
    await keys.type('opening')
    await options().first().getByText('Opening hours').waitFor()
    await keys.press('Enter')
    await page.getByRole('option', { name: /hours/ }).waitFor()
    await keys.press('Enter')
    expect(keys.count()).toBe(10)
    const field = pane(page).getByRole('textbox', { name: /^Reply to/ })
    await eventually(() => field.inputValue()).toContain('We open at nine.')
    expect(await caretOf(page)).toMatch(/^textarea/)
  })
})

test('a search shows and marks where it matched, the best match first', async () => {
  await chat('Said Once', `${'Hello. '.repeat(40)}My tandem squeaks.`)
  await chat('Tandem Ted')
  keys.count()
  await keys.press('/')
  await keys.type('tandem')
  await row('Said Once').locator('mark').getByText('tandem').waitFor()
  expect(keys.count()).toBe(7)
  await eventually(() => list().locator('[data-row]').first().textContent()).toContain('Tandem Ted')
  await page.getByRole('combobox', { name: 'Sorted by' }).selectOption('Newest')
  await eventually(() => list().locator('[data-row]').count()).toBe(2)
})

test('axe finds no faults in what these keys open, in light and dark', async () => {
  const id = await chat('Alma Ash', 'Do you rent tandems?')
  await shop.call('PATCH', `/conversations/${id}`, { body: { addLabels: ['Rental'] } })
  await chat('Bo Birch')
  const check = async (within: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await faultsIn[colorScheme](page, within)).toEqual([])
    }
  }
  await keys.press('j', 'Shift+ArrowDown')
  await list().getByText('2 selected').waitFor()
  await check('section[aria-label="Conversations"]')
  await keys.press('Escape', '/')
  await keys.type('tandem')
  await list().locator('mark').first().waitFor()
  await check('section[aria-label="Conversations"]')
  await keys.press('Control+k')
  await keys.type('alma')
  await page.getByRole('option', { name: 'Alma Ash' }).first().waitFor()
  await check('dialog[open]')
  await keys.press('Escape')
  await anna.show(id)
  await pane(page).getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('button', { name: 'Until tomorrow morning' }).waitFor()
  await check(':popover-open')
})
