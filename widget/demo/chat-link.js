import { element } from './chat-element.js'

const START = /^(https?|mailto|tel):/i
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * An address that a link may lead to.
 *
 * @param {unknown} value From a reply, a source or a card: hostile.
 * @returns {URL | null} null unless it is an absolute http, https, mailto or tel address.
 */
export function safeUrl(value) {
  if (typeof value !== 'string' || !START.test(value) || !URL.canParse(value)) return null
  const url = new URL(value)
  return SCHEMES.has(url.protocol) ? url : null
}

/**
 * A link, or its label alone where the address is not allowed. Other sites open in a new tab and learn nothing of this page.
 *
 * @param {unknown} address
 * @param {...(Node | string)} label
 */
export function link(address, ...label) {
  const url = safeUrl(address)
  if (!url) return element('span', {}, ...label)
  const leaves = url.protocol.startsWith('http') && url.origin !== location.origin
  const away = leaves ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {}
  return element('a', { href: url.href, dir: 'auto', ...away }, ...label)
}
