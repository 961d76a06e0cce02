import type { Context } from '../../../core/context.ts'
import { type Edition, type Fetched, fetchPage } from './fetch.ts'
import { userAgent } from './robots.ts'

/** A page without any says nothing else once it is drawn. */
const scripts = /<script[\s>]|\son[a-z]+\s*=/i
const noEdition: Edition = { etag: null, lastModified: null }

/** What a run says at its end where the site wants its pages drawn and nobody can. */
export const undrawn = 'Scripts of pages were not run: there is no browser. The pages were learned as they were sent.'

/** Whether the site wants the scripts of its pages run. */
export const wantsDrawing = ({ site }: Context): boolean => site.settings.crawl.renderJs

const canDraw = (ctx: Context) => wantsDrawing(ctx) && ctx.parts.outside.renderer.browser() !== undefined

/**
 * Fetches a page as `fetchPage` does and, where the site wants that and there is a browser, lets its scripts run. What a
 * script draws changes while the page it is on stays the same: such a page is asked for whole each time.
 */
export async function fetchDrawn(ctx: Context, address: string, known: Edition, signal: AbortSignal): Promise<Fetched> {
  if (!canDraw(ctx)) return await fetchPage(ctx, address, known, signal)
  const fetched = await fetchPage(ctx, address, noEdition, signal)
  const isDrawn = fetched.kind === 'page' && /html/i.test(fetched.type || 'html') && scripts.test(fetched.text)
  if (!isDrawn || signal.aborted) return fetched
  try {
    const { url, text: html } = fetched
    const text = await ctx.parts.outside.renderer.render({ url, html, userAgent }, signal)
    return { ...fetched, text, ...noEdition }
  } catch (error) {
    const { httpStatus } = fetched
    // What was learned of the page before stays, as what was sent may be but its hull.
    return { kind: 'failed', httpStatus, error: (error as Error).message, passing: true, pause: 0 }
  }
}
