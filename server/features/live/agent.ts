import type { Author } from '../../../shared/message.ts'
import type { Actor } from '../../core/actor.ts'
import type { Context } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import type { HandoverPhrases } from '../../language/language.ts'
import { languageFor } from '../../language/languages.ts'
import { chatLine } from '../conversations/add-messages.ts'
import { type ConversationRow, shownName } from '../conversations/conversation.ts'
import type { NewMessage } from '../conversations/messages.ts'

/** Somebody who can handle a conversation: a person, a key, or a person in Telegram. */
export type Agent = { id: string; name: string; isKey: boolean }

const isKey = ({ kind }: Actor) => kind === 'key' || kind === 'admin'

/** The caller as an agent. */
export const agentOf = ({ actor }: Context): Agent => ({
  id: actor.id,
  name: actor.name || actor.id,
  isKey: isKey(actor),
})

/** The caller, who must be a person, because a key has no name to join a chat with. */
export function personOf(ctx: Context): Agent {
  const agent = agentOf(ctx)
  if (agent.isKey)
    throw badRequest('A key cannot take over a conversation. Reply to it, or assign it to a person.', 'person_only')
  return agent
}

export const authorOf = ({ id, name }: Agent): Author => ({ kind: 'human', id, name })

/** Rejects actions that need live chat. */
export function refuseLiveOff({ site }: Context): void {
  if (!site.settings.live.enabled) throw badRequest('Live chat is off. Enable it in the settings first.', 'live_off')
}

const phrasesFor = ({ site }: Context, { locale }: ConversationRow): HandoverPhrases =>
  languageFor(locale, site.settings.assistant.locale).handover

/** The message that tells the visitor who joined. */
export function joinedLine(ctx: Context, conversation: ConversationRow, agent: Agent): NewMessage {
  const name = shownName(ctx, agent)
  const line = chatLine(phrasesFor(ctx, conversation).joined(name))
  return name === null ? line : { ...line, meta: { agentName: name } }
}

/**
 * The name under a reply of the team. Somebody without a name is the team, never the assistant; only a site that hides
 * names shows the assistant's.
 */
export const replyName = (ctx: Context, conversation: ConversationRow, agent: Agent): string => {
  const { live, botName } = ctx.site.settings
  return live.showAgentName ? (shownName(ctx, agent) ?? phrasesFor(ctx, conversation).team) : botName
}

/** The message that tells the visitor that the assistant answers again. */
export const handedBackLine = (ctx: Context, conversation: ConversationRow): NewMessage =>
  chatLine(phrasesFor(ctx, conversation).handedBack(ctx.site.settings.botName))
