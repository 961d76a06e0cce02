import type { LoadedWidget, LoaderContext } from './context.ts'
import type { Options } from './options.ts'
import { placeOnPage } from './page.ts'
import type { SiteError } from './site.ts'
import { publish } from './svc.ts'

declare const CHAT_FILE: string

/** Adds the button to the page, and the chat once it is needed. Queues the page's calls until then. */
export function placeWidget(options: Options): void {
  const ending = new AbortController()
  const { signal } = ending
  const calls: [name: string, given: unknown[]][] = []
  let context: LoaderContext | undefined
  let widget: LoadedWidget | undefined
  let attempt = 0
  let isLoading = false

  // A browser may cache a failed import, so each attempt has a new URL.
  const loadChat = () => import(/* @vite-ignore */ `${options.base}widget/${CHAT_FILE}?${attempt++}`)
  const load = async () => {
    if (!context || widget || isLoading) return
    isLoading = true
    try {
      const [site, { take }] = await Promise.all([context.site(), loadChat()])
      widget = (await take(context, site)) as LoadedWidget
      for (const [name, given] of calls.splice(0)) widget.call(name, given)
    } catch (error) {
      options.log(error)
      // Without a button, as on a page that the chat fills, nobody can retry, so it retries automatically.
      if (context?.drawn) context.drawn.fail()
      else setTimeout(load, attempt * 2000)
    }
    isLoading = false
  }
  // Only developers see it: visitors are not on their own machine, and do not add this fragment.
  const refused = (error: SiteError) => {
    if (/^(localhost|127\.)|#frontdesk$/.test(location.hostname + location.hash))
      loadChat().then(({ explain }) => explain(context, error))
  }
  const call = (name: string, given: unknown[]) => {
    const { site, api } = options
    if (name === 'debug')
      return { site, api, destroyed: signal.aborted, loaded: !!widget, waiting: calls.length, ...widget?.debug() }
    if (signal.aborted) return
    if (name === 'destroy') {
      context = svc.q = undefined
      ending.abort()
    } else if (widget) widget.call(name, given)
    else {
      calls.push([name, given])
      if (/open|toggle|send|reset/.test(name)) {
        // Shows immediately that a press was registered.
        if (context?.drawn) context.drawn.button.ariaBusy = 'true'
        load()
      }
    }
  }
  const place = () => {
    if (signal.aborted) return
    context = placeOnPage(options, load, () => call('toggle', []), refused, signal)
    if (calls.length) setTimeout(load)
  }
  const svc = publish(call)
  if (options.open || options.fill) call('open', [])
  if (document.body) setTimeout(place)
  else addEventListener('DOMContentLoaded', place)
}
