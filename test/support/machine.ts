import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findPostgres } from './postgres.ts'

/** Programs that some tests need and that are not on npm, by the name of their Debian package. */
export type Part = 'chromium' | 'postgresql'

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Debian's package `chromium-headless-shell`. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** The browser for the tests: that of CHROMIUM_PATH, otherwise one in its usual place. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return (named ? [named] : BROWSERS).find((path) => existsSync(path))
}

/**
 * The headless browser, if it is installed and CHROMIUM_PATH is not set, because it needs less processor time. It shows
 * no notifications.
 */
export function findHeadlessShell(): string | undefined {
  const chromium = findChromium()
  return chromium && !process.env.CHROMIUM_PATH && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : chromium
}

function lacking(parts: Part[]): Part[] {
  return parts.filter((part) => !(part === 'chromium' ? findChromium() : findPostgres()))
}

/**
 * Installs missing programs, as root on Debian.
 * @returns the programs that are still missing
 */
export function provide(parts: Part[]): Part[] {
  const missing = lacking(parts)
  const installs = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (missing.length === 0 || !installs) return missing
  // Standard output is reserved for the results.
  const done = spawnSync('.ci/packages', missing, { stdio: ['ignore', 2, 2] })
  if (done.status !== 0) process.stderr.write(`.ci/packages ${missing.join(' ')} ended with ${done.status}\n`)
  return lacking(missing)
}
