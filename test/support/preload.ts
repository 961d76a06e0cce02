import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'

/** The main process as a page sees it: channels and their answers. */
export type Main = (channel: string, given: unknown) => Promise<unknown>

/**
 * Runs the app's built preload in every page of a browser, before the page's own scripts, and connects it to a fake
 * main process. Arguments are structurally cloned, like Electron's. Unlike with Electron's context isolation, page and
 * preload share one world.
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
    const ipcRenderer = { invoke, on: (channel, heard) => { window.sendToPage = (...told) => heard({}, ...told) } }
    ;((require, process, location) => {
      ${readFileSync('dist/desktop/preload.cjs', 'utf8')}
    })(() => ({ contextBridge, ipcRenderer }), { argv: ['--frontdesk-version=1.2.3'], platform: 'linux' }, ${place})
  })()`)
}

declare global {
  interface Window {
    sendToPage?(to: string, data: unknown): void
  }
}

/** Sends an event to the page, like the main process. */
export const sendToPage = (page: Page, to: string, data: unknown): Promise<void> =>
  page.evaluate(([name, given]) => window.sendToPage?.(name as string, given), [to, data])
