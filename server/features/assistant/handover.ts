import { personAction } from '../../../shared/conversation.ts'
import type { Context } from '../../core/context.ts'
import { detailsWritten } from './contact-details.ts'
import { contactLines, detailsForm, isReachable } from './contact-offer.ts'
import { type Draft, emptyDraft, textMessage } from './draft.ts'
import type { Phrases } from './phrases.ts'
import type { Said } from './quote.ts'
import type { ReplyOptions, Turn } from './turn.ts'

/** Whether the visitor's message is the button that asks for a person. */
export function asksForPerson({ history }: Turn): boolean {
  const action = history.at(-1)?.payload?.action as { id?: unknown } | null | undefined
  return action?.id === personAction
}

/** The reply to that button, before anything was said. */
export const personAsked = (): Draft => ({ ...emptyDraft('none'), handover: { reason: '' } })

/**
 * Ends a draft that asks for a person with the truth: nobody of the team can come into a chat yet, whatever a model or a
 * backend said of it. Streamed where it is all there is to say.
 */
export function withHandover(ctx: Context, turn: Turn, draft: Draft, phrases: Phrases, options: ReplyOptions): Draft {
  if (!draft.handover) return draft
  const { pieces, messages = [] } = nobodyHere(ctx, turn, draft.lead, phrases)
  if (draft.messages.length === 0) {
    options.open()
    for (const piece of pieces) options.text(piece)
  }
  const form = draft.messages.some(({ type }) => type === 'form') ? [] : messages
  return { ...draft, messages: [...draft.messages, textMessage(pieces.join('')), ...form] }
}

/** That nobody can come, and what the visitor can do instead. */
function nobodyHere(ctx: Context, turn: Turn, found: Draft['lead'], phrases: Phrases): Said {
  const isKnown = [turn.lead, found, detailsWritten(turn)].some(isReachable)
  const form = isKnown ? undefined : detailsForm(ctx, phrases)
  const next = isKnown ? ` ${phrases.haveDetails}` : form ? ` ${phrases.leaveDetails}` : ''
  const contacts = contactLines(ctx)
  const reach = contacts.length > 0 ? [`\n\n${phrases.reachUs}\n\n${contacts.join('\n')}`] : []
  return { pieces: [phrases.nobodyHere + next, ...reach], ...(form ? { messages: [form] } : {}) }
}
