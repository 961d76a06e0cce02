import { openBrowser } from '../test/support/browser.ts'
import { findChromium } from '../test/support/machine.ts'
import {
  dialog,
  launcher,
  listen,
  loaded,
  startWidgetWorld,
  svc,
  type WidgetWorld,
} from '../test/support/widget-page.ts'
import { type Line, type Row, rounds } from './row.ts'

/** As much slower as a cheap phone is. */
const slower = 4

type Seen = { longest: number; shift: number }

/** What a page feels of the widget, from the script tag to the first reply: its longest task, and how far it moved. */
async function measureWidget(): Promise<Line[]> {
  const world = await startWidgetWorld()
  try {
    const seen: Seen[] = []
    for (let round = 0; round < rounds; round++) seen.push(await visit(world))
    const what = `widget, processor ${slower} times slower`
    const alone = { database: 'embedded', floor: [] }
    return [
      {
        ...{ ...alone, what: `${what}: longest task until the first reply`, unit: 'ms' },
        ours: seen.map(({ longest }) => longest),
        goal: { of: 'ours', bound: 'most', value: 50 },
      },
      {
        ...{ ...alone, what: `${what}: layout shift of the page`, unit: 'score' },
        ours: seen.map(({ shift }) => shift),
        goal: { of: 'ours', bound: 'most', value: 0 },
      },
    ]
  } finally {
    await world.close()
  }
}

/**
 * One visit, in a browser that knows nothing yet. Tasks of under 50 ms are told to nobody, and count as none; so do those
 * before the loader is there, in which the browser makes the page.
 */
async function visit(world: WidgetWorld): Promise<Seen> {
  await using opened = await openBrowser()
  const { page, context } = opened
  await page.addInitScript(() => {
    const seen: Seen = { longest: 0, shift: 0 }
    const ofLoader = () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/loader.js'))
    new PerformanceObserver((list) => {
      const loader = ofLoader() as PerformanceResourceTiming | undefined
      for (const { startTime, duration } of list.getEntries())
        if (loader && startTime + duration > loader.responseEnd) seen.longest = Math.max(seen.longest, duration)
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { seen })
  })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(world.page('/visit'))
  await loaded(page)
  const heard = await listen(page, ['message'])
  await launcher(page).click()
  await dialog(page).waitFor()
  await svc(page, 'send', 'Hello')
  while ((await heard()).length === 0) await page.evaluate(() => new Promise(requestAnimationFrame))
  return await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

export const widget: Row[] = [
  {
    name: 'widget',
    lacking: () => (findChromium() === undefined ? 'there is no Chromium on this machine' : undefined),
    measure: measureWidget,
  },
]
