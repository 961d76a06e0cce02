import { existsSync, readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { openBrowser } from '../test/support/browser.ts'
import { findChromium } from '../test/support/machine.ts'
import { startWidgetWorld, type WidgetWorld } from '../test/support/widget-page.ts'
import { type Line, type Row, rounds } from './row.ts'

/** The slowdown of a cheap phone. */
const slower = 4

/** Browsers report longer tasks to a page, in milliseconds. */
const long = 50

/** As many as requested, because rare effects need many visits. */
const visits = Number(process.env.BENCH_VISITS) || rounds

type Seen = { longest: number; shift: number }

/** The widget's effect on a page, from the script tag to the first reply: its longest task and layout shift. */
async function measureWidget(): Promise<Line[]> {
  const world = await startWidgetWorld()
  // The visitor's device is another machine, so the server and the benchmark must not use the page's processor.
  await (await openBrowser()).close()
  for (const pid of [world.server.pid, process.pid]) lowerPriority(pid)
  try {
    const seen: Seen[] = []
    for (let count = 0; count < visits; count++) seen.push(await visit(world))
    const longest = seen.map((one) => one.longest)
    const held = longest.filter((task) => task > long).length
    const shifts = seen.map(({ shift }) => shift)
    const what = `widget, processor ${slower} times slower`
    return [
      line(`${what}: longest task until the first reply`, 'ms', longest, long),
      line(`of ${visits} visits, those with a task over ${long} ms`, '', [held], 0),
      line('the longest task of all of them', 'ms', [Math.max(...longest)], long),
      line('the largest layout shift of all of them', 'score', [Math.max(...shifts)], 0),
    ]
  } finally {
    await world.close()
  }
}

/** Lowers the priority of each thread of a process, if the system lists them. */
function lowerPriority(pid: number): void {
  const threads = `/proc/${pid}/task`
  if (existsSync(threads)) for (const thread of readdirSync(threads)) setPriority(Number(thread), 19)
}

const line = (what: string, unit: string, ours: number[], value: number): Line => ({
  ...{ what, database: 'Postgres', unit, floor: [], ours },
  goal: { of: 'ours', bound: 'most', value },
})

/**
 * One visit with an empty cache. The page loads first and gets the script tag afterwards, so that its own tasks do not
 * count. Uses the browser's protocol directly, because Playwright's scripts in the page take longer than what is
 * measured. Browsers do not report tasks under 50 ms, so they count as none.
 */
async function visit({ host, server }: WidgetWorld): Promise<Seen> {
  await using opened = await openBrowser()
  await using context = await opened.context.browser()!.newContext()
  const page = await context.newPage()
  await page.goto(host.put('/visit', '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>'))
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await run(session, watch)
  await run(session, `begin('${server.url}/loader.js')`)
  await until(session, 'window.Svc?.debug?.().loaded')
  await click(session, "document.querySelector('svc-widget').shadowRoot.querySelector('.launcher > button')")
  await until(session, 'Svc.debug().open')
  await run(session, "Svc.send('Hello')")
  await until(session, 'answered')
  return (await run(session, 'seen')) as Seen
}

/** Runs in the page. */
const watch = `
  begin = (src) => {
    const script = Object.assign(document.createElement('script'), { src })
    script.dataset.site = 'shop'
    script.onload = () => Svc.on('message', () => { answered = true })
    document.body.append(script)
  }
  answered = false
  seen = { longest: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
  }).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) seen.shift += value
  }).observe({ type: 'layout-shift' })
`

async function run(session: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}

/** Waits until this holds and pending work has been rendered. */
async function until(session: CDPSession, expression: string): Promise<void> {
  do await pause(100)
  while ((await run(session, expression)) !== true)
  await pause(500)
}

/** A real mouse click on an element. */
async function click(session: CDPSession, element: string): Promise<void> {
  const { x, y } = (await run(session, `${element}.getBoundingClientRect().toJSON()`)) as { x: number; y: number }
  const at = { x: x + 20, y: y + 20, button: 'left', clickCount: 1 } as const
  for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'] as const)
    await session.send('Input.dispatchMouseEvent', { type, ...at })
}

export const widget: Row[] = [
  {
    name: 'widget',
    lacking: () => (findChromium() === undefined ? 'there is no Chromium on this machine' : undefined),
    measure: measureWidget,
  },
]
