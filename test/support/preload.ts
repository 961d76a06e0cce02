import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'

/** What the main process is to a page: what is asked of it, and what it answers. */
export type Main = (channel: string, given: unknown) => Promise<unknown>

/**
 * Runs the app's built preload in every page of a browser, before the page's own scripts, and joins it to a main process
 * here. Arguments go through a structured clone on their way, as Electron's do. The world of the page is not apart from
 * the preload's, as Electron's context isolation makes it.
 */
export async function loadPreload(context: BrowserContext, main: Main, location?: { protocol: string }): Promise<void> {
  await context.exposeFunction('askMain', async (channel: string, given: unknown) => {
    try {
      return { answer: await main(channel, given) }
    } catch (error) {
      return { words: (error as Error).message }
    }
  })
  const place = location ? JSON.stringify(location) : 'window.location'
  await context.addInitScript(`(() => {
    const contextBridge = {
      exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: Object.freeze(api) }),
    }
    const invoke = async (channel, ...given) => {
      const { answer, words } = await window.askMain(channel, structuredClone(given)[0])
      if (words !== undefined) throw new Error(words)
      return answer
    }
    const ipcRenderer = { invoke, on: (channel, heard) => { window.tellPage = (...told) => heard({}, ...told) } }
    ;((require, process, location) => {
      ${readFileSync('dist/desktop/preload.cjs', 'utf8')}
    })(() => ({ contextBridge, ipcRenderer }), { argv: ['--frontdesk-version=1.2.3'], platform: 'linux' }, ${place})
  })()`)
}

declare global {
  interface Window {
    tellPage?(to: string, data: unknown): void
  }
}

/** Tells the page something, as the main process does. */
export const tellPage = (page: Page, to: string, data: unknown): Promise<void> =>
  page.evaluate(([name, given]) => window.tellPage?.(name as string, given), [to, data])
