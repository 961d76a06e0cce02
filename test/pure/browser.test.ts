import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startBrowser } from '../../server/outside/browser.ts'
import { scratch } from '../support/scratch.ts'

/** Why a browser cannot start, and whether its profile is deleted. */
async function failureOf(path: string): Promise<string> {
  const folder = join(scratch(), 'profile')
  const browser = startBrowser({ path, folder, sandbox: true })
  const failure = await browser.send('Browser.getVersion').catch((error: Error) => error.message)
  await browser.ended
  expect(existsSync(folder)).toBe(false)
  await expect(browser.send('Browser.getVersion')).rejects.toThrow('The browser ended.')
  return failure as string
}

/** A program that writes lines to its error output and ends. */
function program(...lines: string[]): string {
  const path = join(scratch(), 'browser')
  writeFileSync(path, ['#!/bin/sh', ...lines.map((line) => `echo '${line}' >&2`), 'exit 1', ''].join('\n'), {
    mode: 0o700,
  })
  return path
}

test('a browser that is missing fails with the reason of the system', async () => {
  expect(await failureOf('/nowhere/chromium')).toMatch(/^The browser ended\. .*ENOENT/)
})

test('a browser that ends fails with the last line of its output that gives a reason', async () => {
  const path = program('Fontconfig error: missing file', 'FATAL: No usable sandbox!', 'Trace of 3 frames')
  expect(await failureOf(path)).toBe('The browser ended. FATAL: No usable sandbox!')
})

test('a browser that ends without a reason is only said to have ended', async () => {
  expect(await failureOf(program('Hello'))).toBe('The browser ended.')
})
