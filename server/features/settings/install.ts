import { Tokenizer } from 'htmlparser2'
import { InstallCheck, InstallQuery } from '../../../shared/install.ts'
import { allowsOrigin } from '../../../shared/origin.ts'
import type { Context } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import { get } from '../../core/operation.ts'
import type { DialError } from '../../outside/dial-error.ts'

const limits = { maxBytes: 3_000_000, timeoutMs: 10_000, redirects: 5 }
const headers = { accept: 'text/html, */*;q=0.5', 'user-agent': 'Mozilla/5.0 (compatible; Service-InstallCheck/1)' }

/** Fetches a page of the site and looks for its script tag. What cannot be fetched is an answer, not a refusal. */
async function checkInstall(ctx: Context, { url }: InstallQuery): Promise<InstallCheck> {
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

/** The attributes of a tag, by their names in small letters. */
type Tag = Record<string, string>

const mostTags = 2_000
/** What stands in these is put on no page while scripts run. */
const unused = new Set(['noscript', 'template'])
const nothing = () => {}

/**
 * The script tags of a page that its browser would come by, so none of those in comments, in other scripts or in templates.
 * One pass over the text, whatever stands in it: nothing is built of it.
 */
function readScriptTags(html: string): Tag[] {
  const tags: Tag[] = []
  let tag: Tag | undefined
  let name = ''
  let value = ''
  let hidden = 0
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const tokenizer: Tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        const opened = nameAt(start, end)
        if (unused.has(opened)) hidden += 1
        tag = opened === 'script' && hidden === 0 && tags.length < mostTags ? Object.create(null) : undefined
      },
      onclosetag(start, end) {
        if (hidden > 0 && unused.has(nameAt(start, end))) hidden -= 1
      },
      onattribname(start, end) {
        name = nameAt(start, end)
        value = ''
      },
      onattribdata(start, end) {
        if (tag) value += html.slice(start, end)
      },
      onattribentity(codepoint) {
        if (tag) value += String.fromCodePoint(codepoint)
      },
      onattribend() {
        // Of two attributes of a name the first counts.
        if (tag) tag[name] ??= value
      },
      onopentagend: keep,
      onselfclosingtag: keep,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
      ontext: nothing,
      ontextentity: nothing,
    },
  )
  function keep() {
    if (tag) tags.push(tag)
    tag = undefined
  }
  tokenizer.write(html)
  tokenizer.end()
  return tags
}

type Of = { baseUrl: string; site: string }

const loaderOf = (baseUrl: string) => `${baseUrl}/loader.js`

/** The script tag for the pages of a site. */
export const snippetOf = ({ parts }: Pick<Context, 'parts'>, site: string): string =>
  `<script src="${loaderOf(parts.config.baseUrl)}" data-site="${site}" async></script>`

/** Why the script tags of a page do not show the chat of this site; null where one of them does. */
function faultOfTags(tags: Tag[], page: string, { baseUrl, site }: Of): string | null {
  const ours = tags.filter((tag) => tag['data-site'] !== undefined)
  if (ours.some((tag) => tag['data-site'] === site && addressOf(tag, page) === loaderOf(baseUrl))) return null
  const sameSite = ours.find((tag) => tag['data-site'] === site)
  if (sameSite) return `The script tag loads ${shown(addressOf(sameSite, page))} instead of ${loaderOf(baseUrl)}.`
  const sameLoader = ours.find((tag) => addressOf(tag, page) === loaderOf(baseUrl))
  if (sameLoader) return `The script tag names the site ${shown(sameLoader['data-site'])} instead of ${site}.`
  return 'The script tag is not in the page as the server sends it. What a tag manager adds later is not seen here.'
}

/** Where a script comes from, without its query. */
function addressOf({ src }: Tag, page: string): string | undefined {
  if (src === undefined || !URL.canParse(src, page)) return undefined
  const { origin, pathname } = new URL(src, page)
  return `${origin}${pathname}`
}

const shown = (text: string | undefined) => (text ? text.slice(0, 200) : 'nothing')

export const installOperations = {
  check: get('/install-check', {
    summary: 'See whether the script tag is on a page',
    description:
      'Fetches the page (http and https, at most five redirects) and looks for the tag of this site that loads it from ' +
      'here. A page that cannot be fetched is an answer too, with the reason in words.',
    scope: 'settings:read',
    input: InstallQuery,
    output: InstallCheck,
    run: checkInstall,
  }),
}
