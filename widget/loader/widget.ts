import type { First, Second } from './first.ts'
import type { Options } from './options.ts'
import { placeOnPage } from './page.ts'
import { publish } from './svc.ts'

declare const CHAT_FILE: string

/** Puts the button on the page, and behind it the chat once it is wanted; calls of the page are kept until then. */
export function placeWidget(options: Options): void {
  const ending = new AbortController()
  const { signal } = ending
  const calls: [name: string, given: unknown[]][] = []
  let first: First | undefined
  let second: Second | undefined
  let attempt = 0
  let isLoading = false

  const load = async () => {
    if (!first || second || isLoading) return
    isLoading = true
    try {
      // A browser may keep that an address was not there: another attempt has another.
      const chat = import(/* @vite-ignore */ `${options.base}widget/${CHAT_FILE}?${attempt++}`)
      const [site, { take }] = await Promise.all([first.site(), chat])
      second = (await take(first, site)) as Second
      for (const [name, given] of calls.splice(0)) second.call(name, given)
    } catch (error) {
      options.log(error)
      // Without a button, as on a page that the chat fills, nobody can press it: it is tried again by itself.
      if (first?.drawn) first.drawn.fail()
      else setTimeout(load, attempt * 2000)
    }
    isLoading = false
  }
  const call = (name: string, given: unknown[]) => {
    const { site, api } = options
    if (name === 'debug')
      return { site, api, destroyed: signal.aborted, loaded: !!second, waiting: calls.length, ...second?.debug() }
    if (signal.aborted) return
    if (name === 'destroy') {
      first = svc.q = undefined
      ending.abort()
    } else if (second) second.call(name, given)
    else {
      calls.push([name, given])
      if (/open|toggle|send|reset/.test(name)) {
        // Shows at once that a press was heard.
        if (first?.drawn) first.drawn.button.ariaBusy = 'true'
        load()
      }
    }
  }
  const place = () => {
    if (signal.aborted) return
    first = placeOnPage(options, load, () => call('toggle', []), signal)
    if (calls.length) setTimeout(load)
  }
  const svc = publish(call)
  if (options.open || options.fill) call('open', [])
  if (document.body) setTimeout(place)
  else addEventListener('DOMContentLoaded', place)
}
