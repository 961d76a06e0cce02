import type { Mounting } from '../mounting.ts'

const usualOffset = { x: 20, y: 20 }
/**
 * Creates the element that contains the window, with design tokens and the site's colours. Uses
 * style sheets and DOM properties only, which no CSP of a page blocks.
 */
export function createContainer({ root, site, theme }: Mounting): HTMLElement {
  const container = document.createElement('div')
  const { brand = {}, launcher = {} } = site.widget
  container.className = 'chat'
  if (theme !== 'auto') container.dataset.theme = theme
  root.append(container)
  const known = getComputedStyle(container)
  const set = (name: string, value: string) => container.style.setProperty(name, value)
  const { x, y } = launcher.offset ?? usualOffset
  set('--offset-x', `${x}px`)
  set('--offset-y', `${y}px`)
  for (const [name, value] of Object.entries(site.colours ?? {})) set(name, value)
  // Known tokens only: a name that no style sheet declares is ignored.
  for (const [name, value] of Object.entries(brand.tokens ?? {}))
    if (name.startsWith('--') && known.getPropertyValue(name)) set(name, value)
  return container
}

/** Applies a style sheet. Unlike an element, it needs no permission of the page's CSP. */
export function adoptStyles(root: ShadowRoot, styles: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
