import type { Notice } from '../../bridge.ts'
import type { Words } from '../words/en.ts'
import { type Alert, classOf } from './alert-state.ts'

/** More than this at once become one notification. */
const maxShownSingly = 3

/** The visitor's name and last message, if this window knows them. */
export type Known = { name: string | null; text: string | null }

type Options = { words: Words['alerts']['notice']; preview: boolean; know: (conversationId: string) => Known }

/** The notifications for alerts that begin together: one each, or one for all of a class if there are many. */
export function noticesFor(alerts: Alert[], { words, preview, know }: Options): Notice[] {
  const classes = Map.groupBy(alerts, ({ cause }) => classOf(cause))
  return [...classes].flatMap(([kind, all]) => {
    if (all.length > maxShownSingly)
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
  if (cause === 'back') return words.back
  return cause === 'message' ? words.wrote : words[cause].body
}
