import { Buffer } from 'node:buffer'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDashboard } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, signInto } from '../support/desk-page.ts'
import { pdfOf } from '../support/files.ts'
import { hasSaid } from '../support/said.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let desk: Client

beforeAll(async () => {
  buildDashboard()
  server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  desk = createClient(server)
  await addPerson(desk, { email: 'admin@shop.example', name: 'Our admin', role: 'admin' })
})
afterAll(() => server[Symbol.asyncDispose]())

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const fileOf = (name: string, bytes: Uint8Array | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes as Uint8Array),
})

test('[U19] [R297] adds files by button and drop, shows which were learned, and deletes them', async () => {
  await using opened = await openBrowser()
  const { page } = opened
  await signInto(page.context(), server, 'admin@shop.example')
  await page.goto(`${server.url}/dashboard/knowledge/files`)
  await page.getByText(/^No file yet/).waitFor()
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files' }).click()
  const hostile = '<img src=x onerror=alert(1)>.pdf'
  await (await chosen).setFiles([
    fileOf('Prices.pdf', pdfOf([['A wet haircut costs 25 euros.']])),
    fileOf(hostile, pdfOf([[]])),
    fileOf('wrong.pdf', 'no PDF'),
  ])
  await hasSaid(page, 'wrong.pdf was not added. This is not a PDF')
  await row(page, 'Prices.pdf').getByText('Learned', { exact: true }).waitFor()
  await row(page, 'Prices.pdf').getByText('1 passage').waitFor()
  await row(page, hostile).getByText('Not learned', { exact: true }).waitFor()
  await row(page, hostile)
    .getByText(/^No text was found: it may be a scan/)
    .waitFor()
  expect(await faultsIn.light(page)).toEqual([])

  const data = await page.evaluateHandle(() => {
    const given = new DataTransfer()
    given.items.add(new File(['We open at nine.'], 'Hours.txt'))
    return given
  })
  await page.getByText('or drop them here').dispatchEvent('drop', { dataTransfer: data })
  await row(page, 'Hours.txt').getByText('Learned', { exact: true }).waitFor()

  await page.getByRole('button', { name: /Hours\.txt/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete, with what was learned' }).waitFor()
  await page.keyboard.press('Enter')
  await hasSaid(page, 'Hours.txt was deleted.')
  await expect.poll(() => row(page, 'Hours.txt').count()).toBe(0)

  const { files } = (await desk.get('/knowledge/files')).body
  const [{ id }] = files.filter(({ name }: { name: string }) => name === hostile)
  await desk.call('DELETE', `/knowledge/files/${id}`)
  await expect.poll(() => row(page, hostile).count()).toBe(0)
})
