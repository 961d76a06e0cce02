import { existsSync, readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { openBrowser } from '../test/support/browser.ts'
import { findChromium } from '../test/support/machine.ts'
import { startWidgetWorld, type WidgetWorld } from '../test/support/widget-page.ts'
import { type Line, type Row, rounds } from './row.ts'

/** As much slower as a cheap phone is. */
const slower = 4

/** Longer tasks are told to a page, in milliseconds. */
const long = 50

/** As many as are asked for: what happens once in ten visits is seen in many of them only. */
const visits = Number(process.env.BENCH_VISITS) || rounds

type Seen = { longest: number; shift: number }

/** What a page feels of the widget, from the script tag to the first reply: its longest task, and how far it moved. */
async function measureWidget(): Promise<Line[]> {
  const world = await startWidgetWorld()
  // The visitor's device is another machine: neither the server nor the bench takes a processor from the page.
  await (await openBrowser()).close()
  for (const pid of [world.server.pid, process.pid]) standBack(pid)
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

/** Has each thread of a process wait for others, where a system tells of them. */
function standBack(pid: number): void {
  const threads = `/proc/${pid}/task`
  if (existsSync(threads)) for (const thread of readdirSync(threads)) setPriority(Number(thread), 19)
}

const line = (what: string, unit: string, ours: number[], value: number): Line => ({
  ...{ what, database: 'Postgres', unit, floor: [], ours },
  goal: { of: 'ours', bound: 'most', value },
})

/**
 * One visit with nothing kept from before. The page is there first, by itself, and gets the script tag then, so that its own
 * tasks are none of the widget's; and it is led over the browser's bare protocol, as Playwright's own scripts in the page
 * take longer than all that is measured. Tasks of under 50 ms are told to nobody, and count as none.
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

/** Until this holds, and what was begun by then has been shown. */
async function until(session: CDPSession, expression: string): Promise<void> {
  do await pause(100)
  while ((await run(session, expression)) !== true)
  await pause(500)
}

/** A press of the mouse on an element, as the browser has it from its user. */
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
