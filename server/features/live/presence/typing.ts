import type { Context, Parts } from '../../../core/context.ts'

type Typing = { site: string; conversationId: string; name: string | null; toldAt: number; cancel(): void }

/** Whoever says nothing more for so long has stopped. */
const endsAfter = 6_000
const toldEvery = 1_000
const mostTyping = 10_000

// Who types is known to the server that they are connected to, and lives and dies with its parts.
const typingOf = new WeakMap<Parts, Map<string, Typing>>()

/** Tells that the caller types in a conversation, or stopped; at most once a second. It ends by itself after six. */
export function noteTyping({ parts, site, actor }: Context, conversationId: string, isTyping: boolean): void {
  const all = typingOf.get(parts) ?? new Map<string, Typing>()
  typingOf.set(parts, all)
  const key = `${actor.id} ${conversationId}`
  const known = all.get(key)
  known?.cancel()
  if (!isTyping) {
    if (known) end(parts, all, key, known)
    return
  }
  if (!known && all.size >= mostTyping) return
  const now = parts.clock.now()
  const isDue = known === undefined || now - known.toldAt >= toldEvery
  const typing: Typing = {
    site: site.id,
    conversationId,
    name: actor.name,
    toldAt: isDue ? now : known.toldAt,
    cancel: parts.clock.after(endsAfter, () => end(parts, all, key, typing)),
  }
  all.set(key, typing)
  if (isDue) tell(parts, typing, true)
}

function end(parts: Parts, all: Map<string, Typing>, key: string, typing: Typing): void {
  all.delete(key)
  tell(parts, typing, false)
}

const tell = (parts: Parts, { site, conversationId, name }: Typing, isTyping: boolean) =>
  parts.moments.tell(site, 'typing.changed', { conversationId, who: 'team', name, typing: isTyping })

/** Cancels what would still end by itself. */
export function stopTyping(parts: Parts): void {
  for (const { cancel } of typingOf.get(parts)?.values() ?? []) cancel()
  typingOf.delete(parts)
}
