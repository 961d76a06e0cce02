import { createSheet, type LoaderContext } from '../context.ts'
import type { SiteError } from '../site.ts'
import css from './setup-card.css?inline'

/**
 * Tells the developer of a page that its origin is not allowed, with a link to the dashboard's form that allows it. It
 * shows nothing that the script tag and the page's address do not show, and needs no cookie: anybody who follows the link
 * has to be signed in, and to save.
 */
export function showSetupCard({ root, options }: LoaderContext, { reason, params }: SiteError): void {
  if (reason !== 'origin_not_allowed' || !params?.origin) return
  const card = document.createElement('aside')
  const title = document.createElement('b')
  const text = document.createElement('p')
  const link = document.createElement('a')
  const close = document.createElement('button')
  title.append('Frontdesk: this page is not allowed yet')
  text.append('Visitors cannot chat here until its origin is allowed. Only pages on your own machine show this card.')
  link.append(`Allow ${params.origin}`)
  link.href = `${options.api}/dashboard/settings/website#allow=${encodeURIComponent(params.origin)}`
  link.target = '_blank'
  link.rel = 'noopener'
  close.append('Dismiss')
  close.onclick = () => card.parentNode?.removeChild(card)
  card.className = 'setup'
  card.append(title, text, link, close)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, createSheet(css)]
  root.append(card)
}
