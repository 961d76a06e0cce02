import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, eventually, openAgent, pane } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { drawnImage } from '../support/files.ts'
import { type Shop, startShop } from '../support/shop.ts'

let shop: Shop
let anna: Agent
let page: Page
let id: string

beforeAll(async () => {
  buildDashboard()
  shop = await startShop()
  await addAgents(shop, 'Anna Marsh')
  await shop.call('PUT', '/settings', { body: { settings: { files: { chat: 'always' } } } })
  anna = await openAgent(shop.server, 'Anna Marsh')
  page = anna.page
  const { body } = await shop.post('/conversations', { message: 'My chain broke', contact: { name: 'Tom Reed' } })
  id = body.id
  await shop.post(`/conversations/${id}/messages`, { action: { id: 'person' } })
  await anna.show(id)
})
afterAll(async () => {
  await anna.close()
  await shop.close()
})

const thread = () => pane(page).getByRole('log')
const box = () => pane(page).getByRole('region', { name: 'Reply box' })
const files = async () =>
  (await shop.get(`/conversations/${id}`)).body.messages.flatMap(
    ({ file }: { file?: { name: string } }) => file?.name ?? [],
  )

/** Pastes or drops files like a person. */
const give = (event: 'paste' | 'drop', name: string | string[], text: string) =>
  box()
    .getByRole('textbox')
    .evaluate(
      (field, { event, names, text }) => {
        const data = new DataTransfer()
        for (const name of names) data.items.add(new File([text], name))
        const options = { bubbles: true, cancelable: true }
        const given =
          event === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: data })
            : new DragEvent('drop', { ...options, dataTransfer: data })
        field.dispatchEvent(given)
      },
      { event, names: [name].flat(), text },
    )

test('a file is sent by the button, pasted or dropped, and appears in the chat, an image as itself', async () => {
  const chooser = page.waitForEvent('filechooser')
  await box().getByRole('button', { name: 'Send files' }).click()
  await (await chooser).setFiles([{ name: 'chain.png', mimeType: 'image/png', buffer: drawnImage(300, 200) }])
  const image = thread().getByRole('img', { name: 'chain.png' })
  await eventually(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)
  await give('paste', 'offer.txt', 'We repair it for £14.')
  await thread().getByRole('link', { name: 'offer.txt' }).waitFor()
  await give('drop', 'prices.csv', 'chain;14')
  await thread().getByRole('link', { name: 'prices.csv' }).waitFor()
  expect(await files()).toEqual(['chain.png', 'offer.txt', 'prices.csv'])
  const download = page.waitForEvent('download')
  await thread().getByRole('link', { name: 'offer.txt' }).click()
  expect((await download).suggestedFilename()).toBe('offer.txt')
  for (const theme of ['light', 'dark'] as const) expect(await faultsIn[theme](page)).toEqual([])
})

test('a file that is not accepted is named with the reason, and the text stays', async () => {
  const field = box().getByRole('textbox')
  await field.fill('Half a sentence')
  await give('drop', 'page.html', '<script>document.title = "hit"</script>')
  await page.getByText(/page\.html was not sent\. /).waitFor()
  expect(await field.inputValue()).toBe('Half a sentence')
  expect(await files()).toHaveLength(3)
})

test('a file can be cancelled while it is sent, or while it waits for another', async () => {
  const before = await files()
  const held = Promise.withResolvers<void>()
  // Held on the way, so that the server gets only what is still wanted then.
  await page.route('**/files?*', async (route) => {
    await held.promise
    const isCancelled = route.request().failure() !== null
    await (isCancelled ? route.abort() : route.continue()).catch(() => {})
  })
  await give('drop', ['first.txt', 'second.txt', 'third.txt'], 'Some words')
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/files?'))
  for (const name of ['second.txt', 'first.txt']) {
    await box()
      .getByRole('button', { name: `Cancel: ${name}` })
      .click()
    await box().getByText(`Sending ${name}`).waitFor({ state: 'detached' })
  }
  await cancelled
  held.resolve()
  await thread().getByRole('link', { name: 'third.txt' }).waitFor()
  await page.unroute('**/files?*')
  expect(await files()).toEqual([...before, 'third.txt'])
  expect(await page.getByText(/(?:first|second)\.txt was not sent/).count()).toBe(0)
})

test('[threat 14] nothing that is sent runs when it is opened', async () => {
  await give('drop', 'notes.txt', '<script>document.title = "hit"</script>')
  const link = thread().getByRole('link', { name: 'notes.txt' })
  await link.waitFor()
  const address = (await link.getAttribute('href')) as string
  const received = await page.evaluate(async (address) => {
    const response = await fetch(address)
    return { text: await response.text(), headers: Object.fromEntries(response.headers) }
  }, address)
  expect(received.text).toContain('hit')
  expect(received.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename="notes.txt"',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})
