import type { Notice } from '../../bridge.ts'
import type { Words } from '../words/en.ts'
import { type Alert, classOf } from './alert-state.ts'

/** More at a time than this become one. */
const mostShownSingly = 3

/** What the visitor is called and said last, as far as this window knows. */
export type Known = { name: string | null; text: string | null }

type Options = { words: Words['alerts']['notice']; preview: boolean; know: (conversationId: string) => Known }

/** The notifications for alerts that begin together: one each, and where they are many of a class, one for all of them. */
export function noticesFor(alerts: Alert[], { words, preview, know }: Options): Notice[] {
  const classes = Map.groupBy(alerts, ({ cause }) => classOf(cause))
  return [...classes].flatMap(([kind, all]) => {
    if (all.length > mostShownSingly)
      return [{ id: `several ${kind}`, kind, title: words.several[kind](all.length), body: '', conversationId: null }]
    return all.map((alert): Notice => {
      const known = preview ? know(alert.conversationId) : { name: null, text: null }
      return {
        id: alert.id,
        kind,
        title: known.name ? `${words[kind].title} · ${known.name}` : words[kind].title,
        body: known.text ?? bodyOf(alert, words),
        conversationId: alert.conversationId,
      }
    })
  })
}

function bodyOf({ cause }: Alert, words: Words['alerts']['notice']): string {
  if (cause === 'given') return words.given
  return cause === 'message' ? words.wrote : words[cause].body
}
