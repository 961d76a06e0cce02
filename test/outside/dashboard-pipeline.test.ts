import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildDashboard } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import type { OpenBrowser } from '../support/browser.ts'
import { type Body, until } from '../support/chat.ts'
import { type Client, createClient } from '../support/client.ts'
import { addPerson, signInto } from '../support/desk-page.ts'
import { keepBrowser } from '../support/kept-browser.ts'
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

beforeEach(async () => {
  for (const { id } of (await desk.get('/jobs?status=all')).body.items) await desk.call('DELETE', `/jobs/${id}`)
  await desk.post('/jobs/pipeline/template', { template: 'simple' })
  await desk.call('PUT', '/jobs/pipeline', { body: { fields: [], currency: 'EUR', dropFields: true } })
})

const browser = keepBrowser()
const pipeline = async (): Promise<Body> => (await desk.get('/jobs/pipeline')).body
const names = async (): Promise<string[]> => (await pipeline()).stages.map(({ name }: Body) => name)
const main = (page: Page) => page.getByRole('main')
const region = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })
const save = (page: Page) => main(page).getByRole('button', { name: 'Save', exact: true }).first()

async function open({ context, page }: OpenBrowser): Promise<Page> {
  await signInto(context, server, 'admin@shop.example')
  await page.goto(`${server.url}/dashboard/settings/jobs`)
  await region(page, 'Stages').waitFor()
  return page
}

test('stages and fields are added, and are those of the board and of jobs', async () => {
  const page = await open(await browser())
  const stages = region(page, 'Stages')
  await stages.getByRole('button', { name: 'Add stage' }).click()
  await page.keyboard.type('Waiting for parts')
  await stages.getByLabel('Stale after days').last().fill('3')
  const fields = region(page, 'Fields')
  await fields.getByRole('button', { name: 'Add field' }).click()
  await page.keyboard.type('Größe & Model')
  await fields.getByLabel('Type').selectOption('choice')
  await fields.getByRole('button', { name: 'Add option' }).click()
  await page.keyboard.type('Large')
  await save(page).click()
  await until(async () => (await names()).includes('Waiting for parts'))
  expect((await pipeline()).stages.at(-1)).toMatchObject({ name: 'Waiting for parts', kind: 'open', rotDays: 3 })
  expect((await pipeline()).fields).toEqual([
    { name: 'gro_e_model', label: 'Größe & Model', type: 'choice', options: ['Large'], required: false },
  ])
  expect(await faultsIn.light(page)).toEqual([])
})

test('a stage with jobs asks where they go, and a field with values whether they are deleted', async () => {
  const before = await pipeline()
  await desk.call('PUT', '/jobs/pipeline', { body: { fields: [{ name: 'model' }] } })
  const [first] = before.stages
  await desk.post('/jobs', { title: 'A repair', stageId: first.id, fields: { model: 'Brompton' } })
  const page = await open(await browser())
  const stages = region(page, 'Stages')
  await stages.getByRole('button', { name: new RegExp(`^Remove: .*${first.name}`) }).click()
  await region(page, 'Fields')
    .getByRole('button', { name: /^Remove: .*model/ })
    .click()
  await save(page).click()
  await main(page)
    .getByText(/1 jobs? /)
    .first()
    .waitFor()
  expect(await names()).toEqual(before.stages.map(({ name }: Body) => name))
  const [, second] = before.stages
  await stages.getByLabel(new RegExp(`^Move the job of “${first.name}” to`)).selectOption(second.id)
  await region(page, 'Fields')
    .getByRole('switch', { name: /^Delete the values/ })
    .check()
  await save(page).click()
  await until(async () => !(await names()).includes(first.name))
  const [job] = (await desk.get('/jobs?status=all')).body.items
  expect([job.stage.name, job.fields, (await pipeline()).fields]).toEqual([second.name, {}, []])
})

test('a template replaces the stages; one that would strand jobs is refused and says why', async () => {
  const page = await open(await browser())
  const templates = region(page, 'Start from a template')
  const [{ name }] = (await pipeline()).templates.filter(({ id }: Body) => id === 'service')
  const before = await names()
  await templates.getByRole('button', { name, exact: true }).click()
  await until(async () => (await names()).join() !== before.join())
  const [stage] = (await pipeline()).stages
  await desk.post('/jobs', { title: 'A repair', stageId: stage.id })
  const [sales] = (await pipeline()).templates.filter(({ id }: Body) => id === 'sales')
  const kept = await names()
  await templates.getByRole('button', { name: sales.name, exact: true }).click()
  await templates.getByRole('alert').waitFor()
  expect(await templates.getByRole('alert').innerText()).toContain(stage.name)
  expect(await names()).toEqual(kept)
})

test('files are turned on with their limit', async () => {
  const page = await open(await browser())
  const files = region(page, 'Files')
  await files.getByRole('switch', { name: 'Allow files in jobs' }).check()
  await files.getByLabel('Largest file in MB').fill('5')
  await main(page).getByRole('button', { name: 'Save', exact: true }).last().click()
  await until(async () => (await desk.get('/settings')).body.settings.files.jobs === true)
  expect((await desk.get('/settings')).body.settings.files.maxJobMb).toBe(5)
})

test('narrow, dark and in German, nothing overflows, and axe finds no faults', async () => {
  const page = await open(await browser())
  await page.setViewportSize({ width: 390, height: 740 })
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'de'))
  await page.reload()
  await region(page, 'Phasen').getByRole('button', { name: 'Phase hinzufügen' }).click()
  await page.keyboard.type('Donaudampfschifffahrtsgesellschaftskapitänsmütze auf Lager')
  await region(page, 'Felder').getByRole('button', { name: 'Feld hinzufügen' }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await faultsIn.narrow(page, 'main')).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faultsIn.dark(page, 'main')).toEqual([])
  const said = await main(page).innerText()
  expect(said.match(/\b(the|stage|field|with|not|save|discard|remove|option)\b/i)).toBeNull()
  await main(page).getByRole('button', { name: 'Verwerfen' }).click()
})
