import { Tokenizer } from 'htmlparser2'
import { InstallCheck, InstallQuery } from '../../../shared/install.ts'
import { allowsOrigin } from '../../../shared/origin.ts'
import type { Context } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import { get } from '../../core/operation.ts'
import type { DialError } from '../../outside/dial-error.ts'

const limits = { maxBytes: 3_000_000, timeoutMs: 10_000, redirects: 5 }
const headers = { accept: 'text/html, */*;q=0.5', 'user-agent': 'Mozilla/5.0 (compatible; Service-InstallCheck/1)' }

/** Fetches a page of the site and looks for its script tag. A page that cannot be fetched is a result, not an error. */
async function checkInstall(ctx: Context, { url }: InstallQuery): Promise<InstallCheck> {
  const { services, site, signal } = ctx
  const asked = url ?? site.settings.website
  if (asked === '') throw badRequest('url: is required, because the site has no website in its settings.', 'no_website')
  const found = { url: asked, reachable: false, installed: false }
  try {
    const response = await services.outside.dial.fetch(asked, { purpose: 'install-check', headers, ...limits, signal })
    found.url = response.url
    found.reachable = response.ok
    if (!response.ok) {
      await response.body?.cancel()
      return { ...found, reason: `The page returned the status ${response.status}.` }
    }
    const tags = readScriptTags(await response.text())
    const fault = faultOfTags(tags, response.url, { baseUrl: services.config.baseUrl, site: site.id })
    return { ...found, installed: fault === null, reason: fault ?? faultOfOrigin(ctx, response.url) }
  } catch (error) {
    if (!isDialError(error)) throw error
    return { ...found, reason: error.message }
  }
}

const isDialError = (error: unknown): error is DialError => (error as Error).name === 'DialError'

/** The tag is present, but the chat stays hidden because the origin of the page is not allowed. */
function faultOfOrigin({ site, services }: Context, page: string): string | null {
  const { origin } = new URL(page)
  const isAllowed =
    allowsOrigin(site.settings.allowedOrigins, origin) || origin === new URL(services.config.baseUrl).origin
  return isAllowed
    ? null
    : `The origin ${origin} is not allowed to show the chat yet. Add it to the allowed origins in the settings.`
}

/** The attributes of a tag by name in lower case. */
type Tag = Record<string, string>

const maxTags = 2_000
/** Browsers do not run the content of these while scripts are enabled. */
const unused = new Set(['noscript', 'template'])
const nothing = () => {}

/**
 * The script tags that a browser would run, without those in comments, other scripts or templates. A single pass over
 * the text, without building a document.
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
        tag = opened === 'script' && hidden === 0 && tags.length < maxTags ? Object.create(null) : undefined
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
        // The first of two attributes with the same name wins.
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

export const snippetOf = ({ services }: Pick<Context, 'services'>, site: string): string =>
  `<script src="${loaderOf(services.config.baseUrl)}" data-site="${site}" async></script>`

/** Why the script tags of a page do not show the chat of this site; null if one does. */
function faultOfTags(tags: Tag[], page: string, { baseUrl, site }: Of): string | null {
  const ours = tags.filter((tag) => siteOf(tag, page) !== undefined)
  if (ours.some((tag) => siteOf(tag, page) === site && addressOf(tag, page) === loaderOf(baseUrl))) return null
  const sameSite = ours.find((tag) => siteOf(tag, page) === site)
  if (sameSite) return `The script tag loads ${shown(addressOf(sameSite, page))} instead of ${loaderOf(baseUrl)}.`
  const sameLoader = ours.find((tag) => addressOf(tag, page) === loaderOf(baseUrl))
  if (sameLoader) return `The script tag names the site ${shown(siteOf(sameLoader, page))} instead of ${site}.`
  return 'The script tag is not in the HTML that the server sends. This check does not see tags that a tag manager adds later.'
}

/** The site that a tag names, in the query of its address if a tag manager took the attribute away. */
const siteOf = (tag: Tag, page: string): string | undefined =>
  tag['data-site'] ?? URL.parse(tag.src ?? '', page)?.searchParams.get('site') ?? undefined

/** The URL of a script without its query. */
function addressOf({ src }: Tag, page: string): string | undefined {
  if (src === undefined || !URL.canParse(src, page)) return undefined
  const { origin, pathname } = new URL(src, page)
  return `${origin}${pathname}`
}

const shown = (text: string | undefined) => (text ? text.slice(0, 200) : 'nothing')

export const installOperations = {
  check: get('/install-check', {
    summary: 'Check the installation of the widget',
    description:
      "Fetches the page (http or https, at most five redirects) and looks for this site's script tag that loads the widget from " +
      'this server. If the page cannot be fetched, `reason` says why.',
    scope: 'settings:read',
    input: InstallQuery,
    output: InstallCheck,
    run: checkInstall,
  }),
}
