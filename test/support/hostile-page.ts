import type { HostSite } from './host-site.ts'

/** Overrides all styles of all elements, and hides elements where a widget would be. */
export const hostileCss = `* { all: unset !important; display: inline !important; position: static !important;
  z-index: 1 !important; font: 60px serif !important; color: red !important; text-transform: uppercase !important;
  --bg: red !important }
svc-widget, body > :last-child { display: none !important; visibility: hidden !important; opacity: 0.1 !important;
  transform: rotate(5deg) !important; pointer-events: none !important }`

/** Replaces browser functions with wrappers, as logging and mocking scripts do. */
const replaced = `
  window.fetch = () => { throw new Error('not this fetch') }
  JSON.parse = () => { throw new Error('not this JSON') }
  JSON.stringify = () => '"broken"'
  Element.prototype.attachShadow = function () { return this }
  Object.prototype.toJSON = function () { return '"broken"' }`

/** What Prototype.js and jQuery 1 changed globally. */
const library = `
  Array.prototype.toJSON = function () { return '[' + this.map(JSON.stringify).join(', ') + ']' }
  String.prototype.toJSON = function () { return '"' + this + '"' }
  Object.extend = Object.assign
  Array.prototype.each = Array.prototype.forEach
  Array.prototype.find = function (test, context) { for (const one of this) if (test.call(context, one)) return one }
  Array.prototype.entries = Array.prototype.toArray = function () { return [...this] }
  Array.prototype.reduce = function () { return this.length > 1 ? this : this[0] }
  Array.prototype.include = Array.prototype.includes
  Array.from = window.$A = function (all) { return all ? [].slice.call(all) : [] }
  Function.prototype.bind = function (context) { const run = this; return function () { return run.apply(context, arguments) } }
  Element.prototype.remove = function () { this.parentNode.removeChild(this); return this }
  Element.prototype.hide = function () { this.style.display = 'none' }
  Element.prototype.update = function (html) { this.innerHTML = html }
  Event.prototype.stop = function () { this.preventDefault(); this.stopPropagation() }
  window.$ = window.jQuery = function (found) { return document.querySelectorAll(found) }
  for (const name of ['each', 'find', 'toArray']) String.prototype[name] = function () { return this }`

/** Redraws the whole body whenever the URL changes, and handles every key as a shortcut. */
const router = `
  const { pushState } = history
  history.pushState = function () {
    pushState.apply(this, arguments)
    const body = document.createElement('body')
    body.append('Shop ' + location.pathname)
    document.body.replaceWith(body)
  }
  for (const type of ['keydown', 'keypress', 'keyup']) addEventListener(type, (event) => event.preventDefault())`

/**
 * Publishes a page that does everything at once that pages do to a widget: styles, scripts, a CSP without inline code
 * and with trusted types, another base URL, right-to-left text, and no doctype.
 * @param serverUrl the widget's origin, the only other one that the CSP allows
 * @returns its URL
 */
export function putHostilePage(host: HostSite, path: string, tag: string, serverUrl: string): string {
  const css = host.put('/hostile.css', { body: hostileCss, headers: { 'content-type': 'text/css' } })
  const script = `(() => {${replaced}${library}${router}})()`
  const js = host.put('/hostile.js', { body: script, headers: { 'content-type': 'text/javascript' } })
  const policy = [
    "default-src 'none'",
    `script-src ${serverUrl} ${host.url}`,
    `style-src ${host.url}`,
    `connect-src ${serverUrl}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  const head = `<base href="https://elsewhere.example/deep/"><link rel="stylesheet" href="${css}"><script src="${js}"></script>`
  return host.put(path, {
    body: `<html lang="en" dir="rtl"><head><title>Shop</title>${head}</head><body><h1>Shop</h1>${tag}</body></html>`,
    headers: { 'content-security-policy': policy.join('; ') },
  })
}
