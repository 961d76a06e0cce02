import type { Context } from '../../core/context.ts'
import { type HandoverPhrases, handoverPhrases } from '../assistant/handover-phrases.ts'
import { chatLine } from '../conversations/add-messages.ts'
import type { ConversationRow } from '../conversations/conversation.ts'
import type { NewMessage } from '../conversations/messages.ts'
import { shownName } from '../conversations/shown-name.ts'
import type { Agent } from './agent.ts'

const saidIn = ({ site }: Context, { locale }: ConversationRow): HandoverPhrases =>
  handoverPhrases(locale, site.settings.assistant.locale)

/** Tells the visitor who joined. */
export function joinedLine(ctx: Context, conversation: ConversationRow, agent: Agent): NewMessage {
  const name = shownName(ctx, agent)
  const line = chatLine(saidIn(ctx, conversation).joined(name))
  return name === null ? line : { ...line, meta: { agentName: name } }
}

/** Tells the visitor that the assistant answers again. */
export const handedBackLine = (ctx: Context, conversation: ConversationRow): NewMessage =>
  chatLine(saidIn(ctx, conversation).handedBack(ctx.site.settings.botName))
