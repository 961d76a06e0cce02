import type { InstallCheck, InstallQuery } from '../../../../shared/install.ts'
import { allowsOrigin } from '../../../../shared/origin.ts'
import type { Context } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'
import type { DialError } from '../../../outside/dial-error.ts'
import { readScriptTags } from './script-tags.ts'
import { faultOfTags } from './snippet.ts'

const limits = { maxBytes: 3_000_000, timeoutMs: 10_000, redirects: 5 }
const headers = { accept: 'text/html, */*;q=0.5', 'user-agent': 'Mozilla/5.0 (compatible; Service-InstallCheck/1)' }

/** Fetches a page of the site and looks for its script tag. What cannot be fetched is an answer, not a refusal. */
export async function checkInstall(ctx: Context, { url }: InstallQuery): Promise<InstallCheck> {
  const { parts, site, signal } = ctx
  const asked = url ?? site.settings.website
  if (asked === '') throw badRequest('url: the site has no website in its settings, so name the page.', 'no_website')
  const found = { url: asked, reachable: false, installed: false }
  try {
    const response = await parts.outside.dial.fetch(asked, { purpose: 'install-check', headers, ...limits, signal })
    found.url = response.url
    found.reachable = response.ok
    if (!response.ok) {
      await response.body?.cancel()
      return { ...found, reason: `The page answers with the status ${response.status}.` }
    }
    const tags = readScriptTags(await response.text())
    const fault = faultOfTags(tags, response.url, { baseUrl: parts.config.baseUrl, site: site.id })
    return { ...found, installed: fault === null, reason: fault ?? faultOfOrigin(ctx, response.url) }
  } catch (error) {
    if (!isDialError(error)) throw error
    return { ...found, reason: error.message }
  }
}

const isDialError = (error: unknown): error is DialError => (error as Error).name === 'DialError'

/** The tag is there, and still the chat is not to be seen where its page may not chat. */
function faultOfOrigin({ site, parts }: Context, page: string): string | null {
  const { origin } = new URL(page)
  const isAllowed =
    allowsOrigin(site.settings.allowedOrigins, origin) || origin === new URL(parts.config.baseUrl).origin
  return isAllowed ? null : `Pages of ${origin} may not chat yet: add it to the allowed origins in the settings.`
}
