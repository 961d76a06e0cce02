import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessFaults } from '../support/axe.ts'
import { type OpenBrowser, openBrowser } from '../support/browser.ts'
import { drawnImage } from '../support/files.ts'
import { ask, dialog, launcher, log, startWidgetWorld, type WidgetWorld } from '../support/widget-page.ts'

let world: WidgetWorld
let opened: OpenBrowser
let page: Page

beforeAll(async () => {
  world = await startWidgetWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await accept({ chat: 'always', perConversation: 5, maxChatMb: 1 })
  opened = await openBrowser()
  page = opened.page
})
afterEach(() => opened.close())

const accept = (files: object) => world.client.call('PUT', '/settings', { body: { site: 'shop', settings: { files } } })

async function begin(headers: Record<string, string> = {}): Promise<void> {
  await page.goto(world.page('/files', { headers, body: '<main><h1>Shop</h1></main>' }))
  await launcher(page).click()
  await ask(page, 'My chain broke')
  await attach().waitFor()
}
const attach = () => dialog(page).getByRole('button', { name: 'Send files' })
const alert = () => dialog(page).getByRole('alert')

async function choose(name: string, buffer: Buffer, mimeType = 'image/png'): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await attach().click()
  await (await chooser).setFiles([{ name, mimeType, buffer }])
}

test('a photo is sent, shown, and saved; after a reload it is still there', async () => {
  await begin()
  await choose('chain.png', drawnImage(300, 200))
  const photo = log(page).getByRole('img', { name: 'chain.png' })
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)
  await log(page).getByText('I cannot look into it').waitFor()
  expect(await accessFaults(page)).toEqual([])
  const download = page.waitForEvent('download')
  await photo.click()
  expect((await download).suggestedFilename()).toBe('chain.png')
  await page.reload()
  // The window is open on the next page too.
  await photo.waitFor()
})

test('a file is pasted or dropped, in order', async () => {
  await begin()
  await dialog(page)
    .getByRole('textbox')
    .evaluate((field) => {
      const give = (event: string, key: string, name: string) => {
        const data = new DataTransfer()
        data.items.add(new File(['£14'], name))
        const given = new Event(event, { bubbles: true, composed: true, cancelable: true })
        field.dispatchEvent(Object.assign(given, { [key]: data }))
      }
      give('paste', 'clipboardData', 'one.txt')
      give('drop', 'dataTransfer', 'two.csv')
    })
  await log(page).getByRole('button', { name: 'one.txt' }).waitFor()
  await log(page).getByRole('button', { name: 'two.csv' }).waitFor()
})

test('a file that is refused is named with the reason, in the visitor’s words', async () => {
  await accept({ perConversation: 1 })
  await begin()
  await choose('large.txt', Buffer.alloc(1_100_000, 'a'), 'text/plain')
  await alert().getByText('large.txt is larger than 1 MB.').waitFor()
  await choose('page.txt', Buffer.from([0, 1, 2]), 'text/plain')
  await alert().getByText('page.txt cannot be sent: this type of file is not accepted.').waitFor()
  await choose('one.png', drawnImage(30, 20))
  await log(page).getByRole('img', { name: 'one.png' }).waitFor()
  await choose('two.png', drawnImage(30, 20))
  await alert().getByText('You have sent as many files as this chat may have.').waitFor()
})

test('a page whose policy forbids such images shows the name instead', async () => {
  const { origin } = new URL(world.server.url)
  await begin({ 'content-security-policy': `img-src ${origin}` })
  await choose('chain.png', drawnImage(300, 200))
  await log(page).getByRole('button', { name: 'chain.png' }).waitFor()
  await expect.poll(() => log(page).getByRole('img', { name: 'chain.png' }).count()).toBe(0)
})

test('without files in the settings, or before the team has the chat if only then, there is no button', async () => {
  await accept({ chat: 'live' })
  await page.goto(world.page('/files'))
  await launcher(page).click()
  await ask(page, 'My chain broke')
  await log(page).getByRole('article').nth(1).waitFor()
  expect(await attach().count()).toBe(0)
})
