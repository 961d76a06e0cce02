import type { BrowserContext } from 'playwright-core'

/** Takes what the pages of a browser enter for the test's own, as `hits.ts` records it. */
export async function watchHits(context: BrowserContext): Promise<void> {
  const test = globalThis as { frontdeskHit?: (id: string) => void }
  await context.exposeBinding('frontdeskTellHit', (_, id: string) => test.frontdeskHit?.(id))
  await context.addInitScript(() => {
    const told = new Set<string>()
    const value = (id: string) => {
      if (told.has(id)) return
      told.add(id)
      ;(globalThis as unknown as { frontdeskTellHit(id: string): void }).frontdeskTellHit(id)
    }
    Object.defineProperty(globalThis, 'frontdeskHit', { value, enumerable: false })
  })
}
