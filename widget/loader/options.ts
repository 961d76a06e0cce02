/** What the page's script tag says. */
export type Options = {
  site: string
  /** The folder that the loader came from, with a slash at its end. */
  base: string
  api: string
  open: boolean
  fill: boolean
  /** As the page wrote it. */
  theme: string | undefined
  /** Writes down what happens where the page's address has `?svcdebug=1`. */
  log(...words: unknown[]): void
}

/** Undefined where no tag names a site. */
export function readOptions(): Options | undefined {
  // An element of the page that is merely named `currentScript` stands in its place, and must not say where code is loaded from.
  const script = [document.currentScript, document.querySelector('script[data-site]')].find(
    (found) => found instanceof HTMLScriptElement,
  )
  if (!script?.dataset.site) return
  const { site, api, open, fill, theme } = script.dataset
  const base = new URL('.', script.src).href
  return {
    site,
    base,
    api: (api || base).replace(/\/+$/, ''),
    open: isOn(open),
    fill: isOn(fill),
    theme,
    log: location.search.includes('svcdebug=1') ? console.log.bind(console, '[svc]') : () => {},
  }
}

const isOn = (value = 'false') => value !== 'false'
