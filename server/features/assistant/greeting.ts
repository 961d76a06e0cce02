import type { MessageContent } from '../../../shared/message.ts'
import type { Context } from '../../core/context.ts'
import { unavailable } from '../../core/error.ts'
import { connectorOf } from './choose.ts'
import { writeWithConnector } from './connector-reply.ts'
import { toRefusal } from './failure.ts'
import { withHandover } from './handover.ts'
import { languageFor, languages } from './phrases.ts'
import { assistantState } from './state.ts'
import type { Turn, Written } from './turn.ts'
import { neuronsOf } from './usage.ts'

export type Greeting = Pick<Written, 'messages' | 'neurons' | 'lead' | 'handover'>

/**
 * What opens a conversation that begins without a message: what the site's own AI backend says, where it has one, else
 * the welcome message of its settings. It is never streamed. No transaction may be open. Throws a 502 `connector_error`.
 * @param turn without a history: nothing was said yet
 */
export async function writeGreeting(ctx: Context, turn: Turn, signal: AbortSignal): Promise<Greeting> {
  const target = connectorOf(ctx)
  if (!target) return { messages: welcome(ctx), neurons: 0 }
  const phrases = languages[languageFor(turn.conversation.locale, ctx.site.settings.assistant.locale)]
  const options = { open: () => {}, text: () => {}, signal }
  try {
    const draft = await writeWithConnector(ctx, target, turn, options)
    if (draft.interrupted) throw unavailable('The greeting was not waited for. Start again.', 'greeting_abandoned')
    assistantState(ctx.parts).faults.delete(ctx.site.id)
    const { messages, handover } = await withHandover(ctx, turn, draft, options)
    const neurons = neuronsOf(draft.tokens.prompt + draft.tokens.completion)
    return { messages, neurons, ...(draft.lead ? { lead: draft.lead } : {}), ...(handover ? { handover } : {}) }
  } catch (error) {
    throw toRefusal(ctx, error, phrases)
  }
}

/** What a page showed its visitor before they wrote: an AI backend of the site's own hears their message instead. */
export const greetAtOnce = (ctx: Context): MessageContent[] => (connectorOf(ctx) ? [] : welcome(ctx))

/** The site's welcome message with its starter questions to press; nothing where it has neither. */
function welcome(ctx: Context): MessageContent[] {
  const { welcomeMessage: text, starterQuestions } = ctx.site.settings
  if (starterQuestions.length === 0) return text === '' ? [] : [{ type: 'text', text }]
  const options = starterQuestions.map((question) => ({ label: question, value: question }))
  return [{ type: 'options', ...(text === '' ? {} : { text }), options }]
}
