import { type Element, lengthOf, oneLine } from './element.ts'

/** Elements without readable text, or that would run. */
const machinery = 'script, style, noscript, template, svg, math, iframe, object, canvas, select, textarea, input'

/** Elements that surround the text on every page of a site. */
const surroundings = `nav, footer, dialog, [role="navigation"], [role="banner"], [role="contentinfo"], [role="search"],
  [role="complementary"], [role="dialog"], [role="alertdialog"], [aria-modal="true"]`

/** Captions of images, which are not shown here. Figures may also contain tables or code. */
const captions = 'figcaption, [class*="caption" i]'

/** Words in class names and ids that mark boilerplate. Whole words only, because `shared-ride` is not sharing. */
const ofPages = `newsletter signup sign-up breadcrumb breadcrumbs share sharing social comments advert advertisement ad ads
  sponsor sponsored cookie cookies consent skip-link copyright disqus related recirc recommended recommendations also-like`
/**
 * Words that mark boilerplate in articles only. On other pages they may be the subject, such as a subscription and its
 * price.
 */
const ofArticles = `subscribe subscription author-bio about-author bio byline postinfo post-meta entry-meta post-author
  read-more promo disclaimer credit credits trending`
const wordsOf = (...lists: string[]) =>
  new RegExp(`(?:^|[-_\\s])(?:${lists.join(' ').trim().split(/\s+/).join('|')})(?:[-_\\s]|$)`, 'i')
const named = { page: wordsOf(ofPages), article: wordsOf(ofPages, ofArticles) }
/** Reader comments, whatever their length. */
const comments = '.comments, .comment-list, .comments-area, #comments, #disqus_thread, #respond'
/** Longer elements are the main text, whatever their name. */
const maxAsideLength = 1500

/** Lines that lead away from the text, by their beginning. */
const leadsAway = new RegExp(
  `^(?:${[
    ...[
      'related',
      'read more',
      'read next',
      'read also',
      'see more',
      'see also',
      'more on',
      'more from',
      "don[’']t miss",
    ],
    ...[
      'you may (?:also )?like',
      'recommended',
      'subscribe',
      'sign up (?:for|to)',
      'click here to subscribe',
      'share this',
    ],
    ...[
      'siehe auch',
      'lesen sie auch',
      'mehr zum thema',
      'weiterlesen',
      'das könnte (?:dich|sie) (?:auch )?interessieren',
    ],
    ...['lire aussi', 'à lire aussi', 'voir aussi', 'en savoir plus sur', 'leer también', 'lee también', 'ver también'],
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
)
const shortLine = 200

const headings = 'h1, h2, h3, h4, h5, h6, dt, caption, summary'
const permalinkSign = /^(?:[¶#§🔗]|\u{1f517}\ufe0f?)$/u
const permalinkWords =
  /^(?:permalink|anchor|(?:direct )?link to (?:this|heading)|direktlink|lien permanent|enlace permanente)/i

/** Removes links from headings to themselves: a sign, or text for screen readers. */
export function removePermalinks(body: Element): void {
  for (const link of body.querySelectorAll('a[href*="#"]')) {
    const text = oneLine(link.textContent)
    if (permalinkSign.test(text) || (permalinkWords.test(text) && link.closest(headings))) link.remove()
  }
}

/** Removes scripts, hidden elements, and what every page of a site has around its text. */
export function removeBoilerplate(body: Element): void {
  openPanels(body)
  remove(body, machinery)
  remove(body, '[hidden], [aria-hidden="true"], [style*="display:none" i], [style*="display: none" i]')
  remove(body, surroundings)
  for (const header of body.querySelectorAll('header')) if (!header.closest('main, article')) header.remove()
  for (const aside of body.querySelectorAll('aside')) if (!aside.closest('main') || isLinks(aside)) aside.remove()
  for (const button of body.querySelectorAll('button, [role="button"]'))
    if (!button.closest('h1, h2, h3, h4, h5, h6, dt, summary')) button.remove()
  const all = lengthOf(body)
  // Keeps forms that contain most of the page.
  for (const form of body.querySelectorAll('form')) if (lengthOf(form) < all / 2) form.remove()
}

/** Removes elements inside the main text of a page or article that do not belong to it. */
export function removeAsides(main: Element, kind: 'page' | 'article'): void {
  for (const caption of main.querySelectorAll(captions))
    if (!caption.querySelector('h1, h2, h3, p + p, table, pre, ul, ol')) caption.remove()
  remove(main, comments)
  for (const element of main.querySelectorAll('[class], [id]')) {
    const isAside = named[kind].test(`${element.getAttribute('class') ?? ''} ${element.id}`)
    if (isAside && lengthOf(element) < maxAsideLength) element.remove()
  }
  for (const line of main.querySelectorAll('p, li, h2, h3, h4, h5, h6, strong')) {
    const text = oneLine(line.textContent)
    if (text.length < shortLine && leadsAway.test(text) && (isLinks(line) || !/[.!?]$/.test(text))) line.remove()
  }
}

/** Removes lists that consist only of links. */
export function removeMenus(body: Element): void {
  for (const list of body.querySelectorAll('ul, ol'))
    if ([...list.querySelectorAll('a')].length > 2 && shareOfLinks(list) > 0.9) list.remove()
}

function remove(root: Element, selector: string): void {
  for (const element of root.querySelectorAll(selector)) element.remove()
}

/** Content that a button, tab or summary opens is part of the page, although it is hidden at first. */
function openPanels(body: Element): void {
  const opened = new Set<string>()
  for (const control of body.querySelectorAll('[aria-controls], [data-target], [data-bs-target]'))
    for (const name of ['aria-controls', 'data-target', 'data-bs-target'])
      for (const id of (control.getAttribute(name) ?? '').split(/\s+/)) opened.add(id.replace(/^#/, ''))
  for (const panel of body.querySelectorAll('[id], [role="tabpanel"]')) {
    if (!opened.has(panel.id) && panel.getAttribute('role') !== 'tabpanel') continue
    if (panel.closest('nav, header, footer, dialog, [role="dialog"], [role="navigation"]')) continue
    for (const name of ['hidden', 'aria-hidden', 'style']) panel.removeAttribute(name)
  }
}

const isLinks = (element: Element) => shareOfLinks(element) > 0.5

function shareOfLinks(element: Element): number {
  const linked = [...element.querySelectorAll('a')].reduce((sum, link) => sum + lengthOf(link), 0)
  return linked / Math.max(1, lengthOf(element))
}
