import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faultsIn } from '../support/axe.ts'
import {
  type BoardWorld,
  ben,
  card,
  column,
  count,
  createBoardWorld,
  dialog,
  dragTo,
  focused,
  press,
  shown,
} from '../support/board-page.ts'
import { openBrowser } from '../support/browser.ts'
import { goOffline, openDesk } from '../support/desk-page.ts'
import { hasSaid } from '../support/said.ts'

let world: BoardWorld

beforeAll(async () => {
  world = await createBoardWorld()
})
beforeEach(() => world.clear())
afterAll(() => world.close())

test('[U22] drags a card by the mouse to a place, undoes it, and cancels by Escape', async () => {
  for (const title of ['Ada', 'Bo', 'Cy']) await world.add(title, { value: 10 })
  for (const title of ['Di', 'Ed']) await world.add(title, { stageId: world.stageId('In progress') })
  const page = await world.openBoard(ben)
  await card(page, 'Ed').waitFor()
  await dragTo(page, 'Ada', 'In progress', 1)
  await page.mouse.up()
  await hasSaid(page, 'Moved to In progress, place 2 of 3')
  expect(await shown(page, 'In progress')).toEqual(['Di', 'Ada', 'Ed'])
  expect(await world.titlesOf('In progress')).toEqual(['Di', 'Ada', 'Ed'])
  expect([await count(page, 'New'), await count(page, 'In progress')]).toEqual(['2', '3'])
  // The drag did not open the job.
  expect(new URL(page.url()).pathname).toBe('/dashboard/jobs')
  await press(page, 'z')
  await expect.poll(() => world.titlesOf('New')).toEqual(['Ada', 'Bo', 'Cy'])
  await expect.poll(() => shown(page, 'New')).toEqual(['Ada', 'Bo', 'Cy'])

  await dragTo(page, 'Bo', 'In progress', 0)
  await press(page, 'Escape')
  await page.mouse.up()
  await expect.poll(() => page.locator('[data-over="true"]').count()).toBe(0)
  expect(await shown(page, 'New')).toEqual(['Ada', 'Bo', 'Cy'])
  expect(new URL(page.url()).pathname).toBe('/dashboard/jobs')

  // While a card is dragged, what others do waits.
  await dragTo(page, 'Cy', 'New', 0)
  await world.add('Fi')
  await page.waitForTimeout(600)
  expect(await card(page, 'Fi').count()).toBe(0)
  await page.mouse.up()
  await card(page, 'Fi').waitFor()
  await expect.poll(() => shown(page, 'New')).toEqual(['Cy', 'Ada', 'Bo', 'Fi'])
  await expect.poll(() => world.titlesOf('New')).toEqual(['Cy', 'Ada', 'Bo', 'Fi'])
  expect(world.browser.errors).toEqual([])
  await page.close()
})

test('[U22] works by keys alone: moves, the menu of stages, the reason of a loss, undo and opening', async () => {
  for (const title of ['Ada', 'Bo', 'Cy']) await world.add(title)
  await world.add('Di', { stageId: world.stageId('In progress') })
  const page = await world.openBoard(ben)
  await card(page, 'Di').waitFor()
  await press(page, 'j')
  await expect.poll(() => focused(page)).toBe('Ada')
  await press(page, 'j', 'ArrowDown', 'k')
  await expect.poll(() => focused(page)).toBe('Bo')
  await press(page, 'Shift+ArrowUp')
  await hasSaid(page, 'Moved to New, place 1 of 3')
  expect(await world.titlesOf('New')).toEqual(['Bo', 'Ada', 'Cy'])
  await press(page, 'Shift+ArrowRight')
  await hasSaid(page, 'Moved to In progress, place 1 of 2')
  await expect.poll(() => world.titlesOf('In progress')).toEqual(['Bo', 'Di'])
  await expect.poll(() => shown(page, 'In progress')).toEqual(['Bo', 'Di'])
  await expect.poll(() => focused(page)).toBe('Bo')
  await press(page, 'l')
  await expect.poll(() => focused(page)).toBe('Bo')
  await press(page, 'h')
  await expect.poll(() => focused(page)).toBe('Ada')

  await press(page, 'm')
  await page.locator(':popover-open :focus').waitFor()
  expect(await faultsIn.light(page, ':popover-open')).toEqual([])
  await press(page, 'ArrowUp', 'Enter')
  const why = dialog(page, 'Why was “Ada” lost?')
  await why.getByLabel('Reason').waitFor()
  expect(await faultsIn.light(page, 'dialog[open]')).toEqual([])
  await press(page, 'Escape')
  await expect.poll(() => shown(page, 'New')).toEqual(['Ada', 'Cy'])
  await expect.poll(() => focused(page)).toBe('Ada')
  await press(page, 'm')
  await page.locator(':popover-open :focus').waitFor()
  await press(page, 'ArrowUp', 'Enter')
  await why.getByLabel('Reason').waitFor()
  await page.keyboard.type('Too dear')
  await press(page, 'Enter')
  await hasSaid(page, 'Moved to Lost, place 1 of 1')
  const [lost] = (await world.desk.get('/jobs?status=lost')).body.items
  expect(lost).toMatchObject({ title: 'Ada', lostReason: 'Too dear' })
  await expect.poll(() => focused(page)).toBe('Ada')
  await press(page, 'z')
  await expect.poll(() => world.titlesOf('New')).toEqual(['Ada', 'Cy'])
  await expect.poll(() => shown(page, 'New')).toEqual(['Ada', 'Cy'])
  await press(page, 'Enter')
  await page.waitForURL(`**/jobs/${lost.id}`)
  await page.close()
})

test('moves a card back when the server refuses, and says why; offline, it says so', async () => {
  await world.add('Ada', { value: 10 })
  const page = await world.openBoard(ben)
  await card(page, 'Ada').waitFor()
  world.calls.refused = /jobs\.move/
  await press(page, 'j', 'Shift+ArrowRight')
  await hasSaid(page, 'The server cannot do this just now.')
  await expect.poll(() => shown(page, 'New')).toEqual(['Ada'])
  expect([await count(page, 'New'), await count(page, 'In progress')]).toEqual(['1', '0'])
  await expect.poll(() => focused(page)).toBe('Ada')
  world.calls.refused = null
  await goOffline(page, world.calls)
  await press(page, 'Shift+ArrowRight')
  await hasSaid(page, 'The server cannot be reached.')
  expect(await shown(page, 'New')).toEqual(['Ada'])
  await world.browser.context.setOffline(false)
  await page.close()
})

test('[U22] two people who move the same cards end with the same order', async () => {
  for (const title of ['Ada', 'Bo', 'Cy', 'Di']) await world.add(title)
  const [one, other] = [await world.openBoard(ben), await world.openBoard(ben)]
  for (const page of [one, other]) await card(page, 'Di').waitFor()
  await dragTo(one, 'Ada', 'In progress', 0)
  await dragTo(other, 'Ada', 'Done', 0)
  await Promise.all([one.mouse.up(), other.mouse.up()])
  await dragTo(one, 'Di', 'New', 0)
  await dragTo(other, 'Cy', 'New', 0)
  await Promise.all([one.mouse.up(), other.mouse.up()])
  for (const name of ['New', 'In progress', 'Done'])
    await expect
      .poll(async () => {
        const stored = JSON.stringify(await world.titlesOf(name))
        return [await shown(one, name), await shown(other, name)].map((titles) => JSON.stringify(titles) === stored)
      })
      .toEqual([true, true])
  expect(await world.titlesOf('New')).toHaveLength(3)
  for (const page of [one, other]) await page.close()
})

test('on a touch screen, a long press drags a card, and a short one scrolls or opens the job', async () => {
  for (const title of ['Ada', 'Bo', 'Cy']) await world.add(title)
  await using touch = await openBrowser(undefined, { hasTouch: true, viewport: { width: 1024, height: 768 } })
  const { page } = await openDesk(touch, world.server, ben, '/jobs')
  await card(page, 'Cy').waitFor()
  const session = await touch.context.newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const from = (await card(page, 'Ada').boundingBox())!
  const to = (await column(page, 'In progress').locator('[data-list]').boundingBox())!
  const start = { x: from.x + 60, y: from.y + 60 }
  const end = { x: to.x + 60, y: to.y + 60 }
  await finger('touchStart', start)
  await finger('touchMove', { x: start.x + 30, y: start.y + 40 })
  await finger('touchMove', end)
  await finger('touchEnd')
  expect(await shown(page, 'New')).toEqual(['Ada', 'Bo', 'Cy'])
  await finger('touchStart', start)
  await page.locator('[data-dragging="true"]').waitFor()
  for (const part of [0.2, 0.5, 0.8, 1])
    await finger('touchMove', { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part })
  await page.locator('[data-over="true"]').and(column(page, 'In progress')).waitFor()
  await finger('touchEnd')
  await hasSaid(page, 'Moved to In progress, place 1 of 1')
  expect(await world.titlesOf('In progress')).toEqual(['Ada'])
  expect(new URL(page.url()).pathname).toBe('/dashboard/jobs')
  await card(page, 'Bo').tap({ position: { x: 60, y: 60 } })
  await page.waitForURL('**/jobs/job_*')
})
