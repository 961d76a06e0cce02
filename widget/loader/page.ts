import type { ChatSite } from '../../shared/chat.ts'
import { drawButton } from './button.ts'
import { findClean } from './clean.ts'
import { createSheet, type LoaderContext } from './context.ts'
import type { Options } from './options.ts'
import { isNamed, watchAddress } from './paths.ts'
import { knowSite, type SiteError } from './site.ts'

/** How near the pointer must come to the button to load the chat, in pixels. */
const near = 150

/** Adds the widget's element at the end of the page's body, with the button in its shadow root. */
export function placeOnPage(
  options: Options,
  load: () => void,
  pressed: () => void,
  refused: (error: SiteError) => void,
  signal: AbortSignal,
): LoaderContext {
  const host = document.createElement('svc-widget')
  document.body.append(host)
  signal.onabort = () => host.parentNode?.removeChild(host)
  const clean = findClean(host)
  const root = clean().Element.prototype.attachShadow.call(host, { mode: 'open' })
  const context = { options, root, clean, signal } as LoaderContext
  let look = () => {}
  const reach = ({ clientX, clientY }: PointerEvent) => {
    const { x, y, width } = context.drawn?.button.getBoundingClientRect() ?? {}
    if (width && Math.hypot(clientX - x! - width / 2, clientY - y!) < near) load()
  }
  const see = (site: ChatSite) => {
    context.drawn?.box.remove()
    if (options.fill) return
    const drawn = drawButton(site)
    const { box, button, css } = drawn
    context.drawn = drawn
    button.onclick = pressed
    button.onpointerdown = button.onfocus = load
    root.adoptedStyleSheets = [createSheet(css)]
    root.append(box)
    look = () => {
      box.hidden = isNamed(site.widget.launcher?.hideOnPaths)
      if (!box.hidden) whenIdle(load)
    }
    look()
  }
  context.site = knowSite(options, clean, see, refused)
  // Separate tasks, because one would block a slow processor.
  setTimeout(() => context.site().catch(() => {}))
  watchAddress(() => look(), signal)
  addEventListener('pointermove', reach, { signal })
  return context
}

/** When the page is loaded and idle; never if the visitor saves data. */
function whenIdle(load: () => void): void {
  // A page with endless animations may never be idle on a slow device.
  const wait = () => (window.requestIdleCallback ?? setTimeout)(load, { timeout: 3e3 } as never)
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}
