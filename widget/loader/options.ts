/** The options of the script tag. */
export type Options = {
  site: string
  /** The folder of the loader, with a trailing slash. */
  base: string
  api: string
  open: boolean
  fill: boolean
  /** As written on the page. */
  theme: string | undefined
  lang: string | undefined
  /** Logs if the page's URL has `?svcdebug=1`. */
  log(...words: unknown[]): void
}

/** Undefined if no tag names a site. */
export function readOptions(): Options | undefined {
  // An element named `currentScript` shadows it, and must not decide where code is loaded from.
  const script = [document.currentScript, document.querySelector('script[data-site]')].find(
    (found) => found instanceof HTMLScriptElement,
  )
  if (!script) return
  const { api, open, fill, theme, lang } = script.dataset
  // Tag managers remove attributes.
  const site = script.dataset.site || /[?&]site=([\w-]+)/.exec(script.src)?.[1]
  if (!site) return
  const base = new URL('.', script.src).href
  return {
    site,
    base,
    api: (api || base).replace(/\/+$/, ''),
    open: isOn(open),
    fill: isOn(fill),
    theme,
    lang,
    log: /svcdebug=1/.test(location.search) ? console.log.bind(console, '[svc]') : () => {},
  }
}

const isOn = (value = 'false') => value !== 'false'
