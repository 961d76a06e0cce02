import type { Trace, TracePassage } from '../../../../shared/trace.ts'
import type { Context } from '../../../core/context.ts'
import { newId } from '../../../core/ids.ts'
import type { Draft } from './draft.ts'
import type { Found } from './retrieve.ts'
import type { Turn } from './turn.ts'

/** How a reply was made. The message is not stored yet; its id is added when it is. */
export function traceOf(
  ctx: Context,
  turn: Turn,
  draft: Draft,
  found: Found,
  { neurons, total }: { neurons: number; total: number },
): Trace {
  const { provider, model, options, promptVersion, calls, leftOut, dropped, tokens, ms } = draft
  return {
    id: newId('trace'),
    messageId: '',
    conversationId: turn.conversation.id,
    at: ctx.now(),
    provider,
    model,
    options,
    outcome: draft.interrupted ? 'interrupted' : 'finished',
    error: null,
    promptVersion,
    query: found.query,
    foundNothing: !found.isCovered,
    passages: found.weighed.map((passage) => withUse(passage, found, draft)),
    calls,
    leftOut,
    dropped,
    tokens: { ...tokens, embedding: found.tokens },
    neurons,
    ms: {
      total: tenths(total),
      search: tenths(found.ms),
      queued: tenths(ms.queued),
      firstToken: ms.firstToken === null ? null : tenths(ms.firstToken),
      model: tenths(ms.model),
    },
  }
}

/**
 * The search leaves out what is too far from the question. Of the rest, not everything may have fitted in the prompt.
 */
function withUse(passage: TracePassage, { passages, quotable }: Found, { used, provider }: Draft): TracePassage {
  if (used.has(passage.passageId)) return { ...passage, used: true, reason: null }
  const offered = provider === 'none' ? quotable : passages
  if (!offered.some(({ id }) => id === passage.passageId)) return passage
  return { ...passage, reason: provider === 'none' ? 'over_count' : 'no_room' }
}

const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10
