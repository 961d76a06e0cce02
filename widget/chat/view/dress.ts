import type { Mounting } from '../mounting.ts'
import { accentColours } from './accent.ts'

const usualOffset = { x: 20, y: 20 }
const rightToLeft = /^(ar|dv|fa|he|iw|ku|ps|sd|ug|ur|yi)\b/i

/**
 * Makes the element that the window is drawn in, with the design tokens, the site's colours and the page's direction. All of
 * it is set through style sheets and properties of the DOM, which no policy of a page stands against.
 */
export function dress({ root, site, theme }: Mounting): HTMLElement {
  const container = document.createElement('div')
  const { brand = {}, launcher = {} } = site.widget
  container.className = 'chat'
  container.dir = pageDirection()
  if (theme !== 'auto') container.dataset.theme = theme
  root.append(container)
  const known = getComputedStyle(container)
  const set = (name: string, value: string) => container.style.setProperty(name, value)
  const { x, y } = launcher.offset ?? usualOffset
  set('--offset-x', `${x}px`)
  set('--offset-y', `${y}px`)
  const colours = accentColours(brand.tokens?.['--accent'] ?? site.accent) ?? {}
  for (const [name, value] of Object.entries<string>(colours)) set(name, value)
  // The tokens that there are: a name that no style sheet declares is none.
  for (const [name, value] of Object.entries(brand.tokens ?? {}))
    if (name.startsWith('--') && known.getPropertyValue(name)) set(name, value)
  return container
}

/** Puts a style sheet in force; unlike an element, it needs no leave of the page's content policy. */
export function wear(root: ShadowRoot, styles: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/** As the page is read: what it says of itself, else what its language tells. */
function pageDirection(): 'rtl' | 'ltr' {
  const { documentElement: page, body } = document
  if (getComputedStyle(body ?? page).direction === 'rtl') return 'rtl'
  return !page.dir && rightToLeft.test(page.lang) ? 'rtl' : 'ltr'
}
