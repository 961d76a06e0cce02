import { drawButton } from './button.ts'
import { findClean } from './clean.ts'
import { dress, type First } from './first.ts'
import type { Options } from './options.ts'
import { isNamed, watchAddress } from './paths.ts'
import { knowSite } from './site.ts'

/** How near the pointer comes to the button before the chat is loaded, in pixels. */
const near = 150

/** Puts the widget's element at the end of the page's body, and in a tree of its own the button. */
export function placeOnPage(options: Options, load: () => void, pressed: () => void, signal: AbortSignal): First {
  const host = document.createElement('svc-widget')
  document.body.append(host)
  signal.onabort = () => host.parentNode?.removeChild(host)
  const clean = findClean(host)
  const root = clean().Element.prototype.attachShadow.call(host, { mode: 'open' })
  const first = { options, root, clean, signal } as First
  let look = () => {}
  const reach = ({ clientX, clientY }: PointerEvent) => {
    const { x, y, width } = first.drawn?.button.getBoundingClientRect() ?? {}
    if (width && Math.hypot(clientX - x! - width / 2, clientY - y!) < near) load()
  }
  first.site = knowSite(options, clean, (site) => {
    first.drawn?.box.remove()
    if (options.fill) return
    const drawn = drawButton(site)
    const { box, button, css } = drawn
    first.drawn = drawn
    button.onclick = pressed
    button.onpointerdown = button.onfocus = load
    root.adoptedStyleSheets = [dress(css)]
    root.append(box)
    look = () => {
      box.hidden = isNamed(site.widget.launcher?.hideOnPaths)
      if (!box.hidden) whenIdle(load)
    }
    look()
  })
  // A task each, as the whole would hold up a slow processor.
  setTimeout(() => first.site().catch(() => {}))
  watchAddress(() => look(), signal)
  addEventListener('pointermove', reach, { signal })
  return first
}

/** Once the page is loaded and has nothing to do; where data are to be saved, never. */
function whenIdle(load: () => void): void {
  const wait = () => (window.requestIdleCallback ?? setTimeout)(load)
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}
