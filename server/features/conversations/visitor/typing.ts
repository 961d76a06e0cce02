import type { Context, Parts } from '../../../core/context.ts'

/** A page says so with each key; screens show it for some seconds. */
const atMostEvery = 1_000
const mostKept = 10_000

// When each conversation was last told of; lives and dies with the server's parts.
const toldOf = new WeakMap<Parts, Map<string, number>>()

/** Tells the team that the visitor is typing, at most once a second a conversation. */
export function tellVisitorTypes({ parts, site, now }: Context, conversationId: string): void {
  const told = toldOf.get(parts) ?? new Map<string, number>()
  toldOf.set(parts, told)
  const last = told.get(conversationId)
  if (last !== undefined && now() - last < atMostEvery) return
  if (told.size >= mostKept) told.clear()
  told.set(conversationId, now())
  parts.moments.tell(site.id, 'typing.changed', { conversationId, who: 'visitor', name: null, typing: true })
}
