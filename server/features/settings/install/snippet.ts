import type { Context } from '../../../core/context.ts'
import type { Tag } from './script-tags.ts'

type Of = { baseUrl: string; site: string }

const loaderOf = (baseUrl: string) => `${baseUrl}/loader.js`

/** The script tag for the pages of a site. */
export const snippetOf = ({ parts }: Pick<Context, 'parts'>, site: string): string =>
  `<script src="${loaderOf(parts.config.baseUrl)}" data-site="${site}" async></script>`

/** Why the script tags of a page do not show the chat of this site; null where one of them does. */
export function faultOfTags(tags: Tag[], page: string, { baseUrl, site }: Of): string | null {
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
