import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { systemClock } from '../../server/core/clock.ts'
import { createDial } from '../../server/outside/dial.ts'
import { createRenderer, type Renderer } from '../../server/outside/renderer.ts'
import { findChromium } from '../support/machine.ts'

const limits = { milliseconds: 20_000, settleMs: 10_000, memoryMb: 1500 }
const folder = mkdtempSync(join(tmpdir(), 'renderer-'))
let renderer: Renderer
beforeAll(() => {
  const config = {
    ...readConfig({ DATA_DIR: folder }),
    crawl: { browser: findChromium() ?? 'none', browserSandbox: false },
  }
  const dial = createDial({ allow: [], ownOrigin: () => config.baseUrl, clock: systemClock })
  renderer = createRenderer({ config, dial, clock: systemClock }, limits)
})
afterAll(() => {
  renderer.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const never = new AbortController().signal
const draw = (program: string, signal = never) => {
  const html = `<p id="text">As it was sent</p><script>${program}</script>`
  return renderer.render({ url: 'https://shop.example/', html, userAgent: 'Test' }, signal)
}
const show = (text: string) => `document.getElementById('text').textContent = '${text}'`

test('a page whose scripts never end is given up, with the browser; the next is rendered', async () => {
  limits.milliseconds = 1500
  await expect(draw('for (;;) {}')).rejects.toThrow('Its scripts did not end within 1.5 s.')
  limits.milliseconds = 20_000
  expect(readdirSync(join(folder, 'browser'))).toEqual([])
  expect(await draw(show('Drawn'))).toContain('Drawn')
})

test('a page that never becomes quiet is taken as it is after a while', async () => {
  limits.settleMs = 1000
  expect(await draw(`${show('Restless')}; setInterval(() => fetch('/x' + Math.random()), 20)`)).toContain('Restless')
  limits.settleMs = 10_000
})

test('a page that waits for a person is rendered as if there was none', async () => {
  expect(await draw(`alert('x'); confirm('y'); prompt('z'); print(); ${show('Nobody was asked')}`)).toContain(
    'Nobody was asked',
  )
  expect(await draw(`addEventListener('beforeunload', (event) => event.preventDefault()); ${show('Stays')}`)).toContain(
    'Stays',
  )
})

test('a browser that does not start is reported as such', async () => {
  const config = {
    ...readConfig({ DATA_DIR: folder }),
    crawl: { browser: '/bin/false', browserSandbox: false },
  }
  const dial = createDial({ allow: [], ownOrigin: () => config.baseUrl, clock: systemClock })
  const broken = createRenderer({ config, dial, clock: systemClock }, limits)
  const drawing = broken.render({ url: 'https://shop.example/', html: '', userAgent: 'Test' }, never)
  await expect(drawing).rejects.toThrow(/The browser that runs pages’ scripts does not start\./)
  broken.close()
})

test('an aborted page is given up', async () => {
  const left = new AbortController()
  const drawing = draw('for (;;) {}', left.signal)
  left.abort()
  await expect(drawing).rejects.toThrow()
  expect(await draw(show('The next'))).toContain('The next')
})

test('the memory of scripts is bounded', async () => {
  limits.memoryMb = 700
  await expect(draw('const kept = []; for (;;) kept.push(new Uint8Array(1e7).fill(1))')).rejects.toThrow(
    /too much memory|did not end/,
  )
})
