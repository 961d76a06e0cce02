import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faultsIn } from '../support/axe.ts'
import {
  anna,
  type BoardWorld,
  ben,
  card,
  column,
  createBoardWorld,
  dialog,
  press,
  shown,
} from '../support/board-page.ts'
import { fillJobs } from '../support/fill-jobs.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { pageIdle } from '../support/idle.ts'
import { forgetSaid, hasSaid } from '../support/said.ts'

let world: BoardWorld

beforeAll(async () => {
  world = await createBoardWorld()
})
beforeEach(() => world.clear())
afterAll(() => world.close())

test('[U21] explains jobs on an empty site, and creates the first one with the fields of the pipeline', async () => {
  await world.desk.call('PUT', '/jobs/pipeline', {
    body: {
      currency: 'EUR',
      fields: [
        { name: 'size', label: 'Size', type: 'number', required: true },
        { name: 'roof.kind', label: 'Roof', type: 'choice', options: ['flat', 'pitched'] },
      ],
    },
  })
  const page = await world.openBoard(anna)
  await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
  expect(await page.getByRole('link', { name: 'Choose a template' }).getAttribute('href')).toBe(
    '/dashboard/settings/jobs',
  )
  expect(await faultsIn.light(page)).toEqual([])
  await press(page, 'c')
  const form = dialog(page, 'Create job')
  await form.getByLabel('Title').fill('Repair the roof')
  await form.getByLabel('Email').fill('nobody')
  await form.getByLabel('Value (EUR)').fill('much')
  await form.getByLabel('Size').fill('large')
  expect(await faultsIn.light(page, 'dialog[open]')).toEqual([])
  await press(page, 'Enter')
  await form.locator('[aria-invalid="true"]').first().waitFor()
  expect(await form.locator('[aria-invalid="true"]').count()).toBeGreaterThan(0)
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Value (EUR)').fill('1,250.50')
  await form.getByLabel('Size').fill('12.5')
  await form.getByLabel('Roof').selectOption('flat')
  await form.getByLabel('Due').fill('2030-01-07')
  await form.getByLabel('Assigned to').selectOption(ben.email)
  await form.getByLabel('Size').press('Enter')
  await card(page, 'Repair the roof').waitFor()
  const [job] = (await world.desk.get('/jobs')).body.items
  expect(job).toMatchObject({
    ...{ title: 'Repair the roof', valueCents: 125_050, currency: 'EUR', source: 'manual', assignedTo: ben.email },
    ...{ dueAt: Date.UTC(2030, 0, 7), fields: { size: '12.5', 'roof.kind': 'flat' } },
    contact: { email: 'ada@example.com' },
  })
  await column(page, 'New').getByText('€1,250.50').first().waitFor()
  await card(page, 'Repair the roof').getByText('Ben Ode').waitFor()
  expect(world.browser.errors).toEqual([])
  await page.close()
})

test('adds jobs to a stage one after the other, and keeps the caret', async () => {
  await world.add('Ada')
  const page = await world.openBoard(ben, `?assigned=me`)
  await page.getByRole('heading', { name: 'No matching jobs' }).waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await card(page, 'Ada').waitFor()
  await page.getByLabel('Add a job to In progress').fill('Bo')
  await press(page, 'Enter')
  await page.keyboard.type('Cy')
  await press(page, 'Enter')
  await expect.poll(() => shown(page, 'In progress')).toEqual(['Bo', 'Cy'])
  expect(await world.titlesOf('In progress')).toEqual(['Bo', 'Cy'])
  await hasSaid(page, 'to In progress')
  world.calls.refused = /jobs\.create/
  await page.keyboard.type('Di')
  await press(page, 'Enter')
  await hasSaid(page, 'The server cannot do this just now.')
  await expect.poll(() => page.getByLabel('Add a job to In progress').inputValue()).toBe('Di')
  world.calls.refused = null
  await page.close()
})

test('searches and filters by the address', async () => {
  await world.add('Repair the roof', { assignedTo: ben.email })
  await world.add('Paint the door')
  const page = await world.openBoard(ben)
  await card(page, 'Paint the door').waitFor()
  await press(page, '/')
  await page.keyboard.type('roof')
  await expect.poll(() => card(page, 'Paint the door').count()).toBe(0)
  expect(new URL(page.url()).search).toBe('?q=roof')
  await press(page, 'Escape')
  await card(page, 'Paint the door').waitFor()
  await page.getByLabel('Assigned to', { exact: true }).selectOption('me')
  await expect.poll(() => card(page, 'Paint the door').count()).toBe(0)
  await page.getByLabel('Assigned to', { exact: true }).selectOption('none')
  await card(page, 'Paint the door').waitFor()
  expect(new URL(page.url()).search).toBe('?assigned=none')
  await page.close()
})

test('selects jobs by keys and moves, assigns and deletes them together', async () => {
  for (const title of ['Ada', 'Bo', 'Cy', 'Di']) await world.add(title)
  const page = await world.openBoard(ben)
  await card(page, 'Di').waitFor()
  // A board that was just drawn does not hear keys yet.
  await pageIdle(page)
  await press(page, 'j', 'x', 'j', 'j', 'Shift+X')
  const bar = page.getByRole('region', { name: 'Selected jobs' })
  await bar.getByText('3 jobs selected').waitFor()
  expect(await faultsIn.light(page)).toEqual([])
  await bar.getByRole('button', { name: 'Assign' }).click()
  await page.locator(':popover-open :focus').waitFor()
  await press(page, 'Enter')
  await hasSaid(page, 'Assigned 3 jobs to Ben Ode')
  expect((await world.desk.get(`/jobs?assigned=${ben.email}`)).body.items).toHaveLength(3)
  await bar.getByRole('button', { name: 'Move to stage' }).click()
  await page.locator(':popover-open').getByRole('button', { name: 'Lost' }).click()
  await dialog(page, 'Why were 3 jobs lost?').getByLabel('Reason').fill('Rain')
  await press(page, 'Enter')
  await hasSaid(page, 'Moved 3 jobs to Lost')
  expect(
    (await world.desk.get('/jobs?status=lost')).body.items.map(({ lostReason }: { lostReason: string }) => lostReason),
  ).toEqual(['Rain', 'Rain', 'Rain'])
  await forgetSaid(page)
  await press(page, 'z')
  await expect.poll(async () => (await world.titlesOf('New')).toSorted()).toEqual(['Ada', 'Bo', 'Cy', 'Di'])
  await expect.poll(() => bar.count()).toBe(1)
  await press(page, 'Delete')
  await dialog(page, 'Delete 3 jobs?').getByText('This can’t be undone.').waitFor()
  expect(await faultsIn.light(page, 'dialog[open]')).toEqual([])
  await press(page, 'Tab', 'Enter')
  await hasSaid(page, 'Deleted 3 jobs')
  expect(await world.titlesOf('New')).toEqual(['Di'])
  await expect.poll(() => bar.count()).toBe(0)
  await page.close()
})

test('stops between two jobs, and undoes what was done', async () => {
  for (const title of ['Ada', 'Bo', 'Cy']) await world.add(title)
  const page = await world.openBoard(ben)
  await card(page, 'Cy').waitFor()
  // A board that was just drawn does not hear keys yet.
  await pageIdle(page)
  await press(page, 'j', 'x', 'j', 'j', 'Shift+X')
  const bar = page.getByRole('region', { name: 'Selected jobs' })
  await bar.getByText('3 jobs selected').waitFor()
  const stop = async () => {
    await bar.getByText('0 of 3').waitFor()
    expect(await faultsIn.light(page, 'main')).toEqual([])
    await bar.getByRole('button', { name: 'Stop' }).click()
  }
  world.calls.held = { in: /jobs\.update/, first: stop }
  await bar.getByRole('button', { name: 'Assign' }).click()
  await page.locator(':popover-open :focus').waitFor()
  await press(page, 'Enter')
  await hasSaid(page, '1 of 3 jobs changed. You stopped it.')
  const assigned = async () => (await world.desk.get(`/jobs?assigned=${ben.email}`)).body.items.length
  expect(await assigned()).toBe(1)
  await press(page, 'z')
  await expect.poll(assigned).toBe(0)
  await page.close()
})

test('shows hostile titles as text, overdue jobs in words, and one stage on a phone', async () => {
  const texts = hostileTexts.map((text) => text.replace(/\s+/g, ' ').slice(0, 150))
  await world.add('Late', { dueAt: '2020-01-07' })
  for (const text of texts) await world.add(text, { contact: { name: text.slice(0, 100) } })
  const page = await world.openBoard(ben)
  await card(page, 'Late').getByText('Overdue:').waitFor()
  await expectHarmless(world.browser, page.getByRole('main'))
  expect(await faultsIn.dark(page)).toEqual([])
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  for (const dir of ['rtl', 'ltr'] as const) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir
    }, dir)
    await page.setViewportSize({ width: 800, height: 760 })
    expect(await overflow()).toBe(0)
  }
  await page.setViewportSize({ width: 390, height: 760 })
  await expect.poll(() => column(page, 'In progress').count()).toBe(0)
  await page.getByRole('button', { name: /^In progress/ }).click()
  await column(page, 'In progress').waitFor()
  expect(await faultsIn.narrow(page)).toEqual([])
  expect(await overflow()).toBe(0)
  await page.close()
})

test('renders few of many jobs, and says that a stage has more than are read', async () => {
  const [first, second] = world.stages
  const sql = postgres(world.server.databaseUrl!, { max: 1 })
  await fillJobs(sql, { site: 'shop', count: 2_000, stages: [first!, second!, second!, second!] })
  await sql.end()
  const page = await world.openBoard(ben)
  await page.getByText('500 of 1,000 jobs are shown.').first().waitFor()
  const list = column(page, 'New').locator('[data-list]')
  const { items } = (await world.desk.get(`/jobs?stage=${world.stageId('New')}`)).body as {
    items: { id: string; title: string }[]
  }
  for (const top of [0, 20_000, 63_000]) {
    await list.evaluate((element, top) => {
      element.scrollTop = top
    }, top)
    await expect.poll(() => page.locator('article[data-job]').count()).toBeLessThan(60)
  }
  await list.evaluate((element) => {
    element.scrollTop = 20_000
  })
  await card(page, items[160]!.title).waitFor()
  const before = await card(page, items[160]!.title).boundingBox()
  // What appears above moves nothing that is in view.
  await world.desk.post(`/jobs/${items[400]!.id}/move`, { stageId: world.stageId('New'), before: items[0]!.id })
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(20_128)
  expect(await card(page, items[160]!.title).boundingBox()).toEqual(before)
  await page.close()
})
