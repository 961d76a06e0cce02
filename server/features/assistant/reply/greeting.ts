import type { MessageContent } from '../../../../shared/message.ts'
import type { Context } from '../../../core/context.ts'
import { unavailable } from '../../../core/error.ts'
import { languageFor } from '../../../language/languages.ts'
import { neuronsOf } from '../../usage.ts'
import { connectorOf } from './choose.ts'
import { writeWithConnector } from './connector-reply.ts'
import { toReplyError } from './failure.ts'
import { withHandover } from './handover.ts'
import { assistantState } from './state.ts'
import type { Turn, Written } from './turn.ts'

export type Greeting = Pick<Written, 'messages' | 'neurons' | 'lead' | 'handover'>

/**
 * The greeting of a conversation that begins without a message: from the site's own AI backend if it has one, otherwise
 * the welcome message of its settings. Never streamed. No transaction may be open. Throws a 502 `connector_error`.
 * @param turn without a history, because nothing was said yet
 */
export async function writeGreeting(ctx: Context, turn: Turn, signal: AbortSignal): Promise<Greeting> {
  const target = connectorOf(ctx)
  if (!target) return { messages: welcome(ctx), neurons: 0 }
  const phrases = languageFor(turn.conversation.locale, ctx.site.settings.assistant.locale).phrases
  const options = { open: () => {}, text: () => {}, signal }
  try {
    const draft = await writeWithConnector(ctx, target, turn, options)
    if (draft.interrupted)
      throw unavailable('The caller left before the greeting was ready. Start again.', 'greeting_abandoned')
    assistantState(ctx.services).faults.delete(ctx.site.id)
    const { messages, handover } = await withHandover(ctx, turn, draft, options)
    const neurons = neuronsOf(draft.tokens.prompt + draft.tokens.completion)
    return { messages, neurons, ...(draft.lead ? { lead: draft.lead } : {}), ...(handover ? { handover } : {}) }
  } catch (error) {
    throw toReplyError(ctx, error, phrases)
  }
}

/**
 * The greeting that a page showed its visitor before they wrote. Empty with an AI backend of the site's own, which
 * answers their message instead.
 */
export const greetingOnPage = (ctx: Context): MessageContent[] => (connectorOf(ctx) ? [] : welcome(ctx))

/** The site's welcome message with its starter questions as buttons; empty if it has neither. */
function welcome(ctx: Context): MessageContent[] {
  const { welcomeMessage: text, starterQuestions } = ctx.site.settings
  if (starterQuestions.length === 0) return text === '' ? [] : [{ type: 'text', text }]
  const options = starterQuestions.map((question) => ({ label: question, value: question }))
  return [{ type: 'options', ...(text === '' ? {} : { text }), options }]
}
