import type { BrowserContext } from 'playwright-core'

/** Records what the pages of a browser execute as the test's own, see `hits.ts`. */
export async function watchHits(context: BrowserContext): Promise<void> {
  const test = globalThis as { frontdeskHit?: (id: string) => void }
  await context.exposeBinding('frontdeskTellHit', (_, id: string) => test.frontdeskHit?.(id))
  await context.addInitScript(() => {
    const emitted = new Set<string>()
    const value = (id: string) => {
      if (emitted.has(id)) return
      emitted.add(id)
      ;(globalThis as unknown as { frontdeskTellHit(id: string): void }).frontdeskTellHit(id)
    }
    Object.defineProperty(globalThis, 'frontdeskHit', { value, enumerable: false })
  })
}
