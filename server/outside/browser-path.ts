import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser that the configuration names, or one in its usual place; undefined where there is none, or none is wanted. */
export function findBrowser({ crawl: { browser } }: Pick<Config, 'crawl'>): string | undefined {
  if (browser === 'none') return undefined
  return (browser === 'auto' ? usual : [browser]).find(isThere)
}

/** Deno throws for a path that it may not look at, which it then may not start either. */
function isThere(path: string): boolean {
  try {
    return existsSync(path)
  } catch {
    return false
  }
}
