import { memberScopes } from '../../../../../shared/scope.ts'
import { type Actor, createActor } from '../../../../core/actor.ts'
import type { Context, Services, Site } from '../../../../core/context.ts'
import { createContext } from '../../../../core/transaction.ts'
import type { Sql } from '../../../../database/database.ts'
import type { TelegramPhrases } from '../../../../language/language.ts'
import type { ChannelRow } from '../channel.ts'
import { oneLine } from '../compose.ts'
import { mapMessage } from '../threads.ts'
import type { Message, Update, User } from './update.ts'

/** A method for the provider to call, returned as the response to its request. */
export type Answer = { method: string } & Record<string, unknown>

/** One update, for a site with a bot. */
export type UpdateContext = {
  ctx: Context
  channel: ChannelRow
  phrases: TelegramPhrases
  update: Update
  /**
   * A context for the sender. The update is marked as processed together with the first change, so that processing it
   * again changes nothing.
   */
  as(user: User, about?: { message: Message; conversation: string }): Context
}

/** The update was already processed by another request. */
export class Repeated extends Error {}

const scopes = new Set(memberScopes)
const maxNameLength = 100

/** The account of a person in the team's chat. */
export const personOf = (site: Site, { id, first_name }: User): Actor =>
  createActor({
    kind: 'person',
    id: `telegram:${id}`,
    name: oneLine(first_name, maxNameLength) || 'Telegram',
    scopes,
    role: 'member',
    site: site.id,
  })

export const contextOf =
  (services: Services, site: Site, { update_id }: Update): UpdateContext['as'] =>
  (user, about) =>
    createContext(services, {
      site,
      actor: personOf(site, user),
      async beforeCommit(sql) {
        if (!(await claimUpdate(sql, site.id, update_id, services.clock.now()))) throw new Repeated()
        const { message, conversation: conversationId } = about ?? {}
        if (message && conversationId !== undefined)
          await mapMessage({ sql, site }, { telegramId: message.message_id, conversationId, messageId: null })
        return []
      },
    })

/** Marks an update as processed; false if it already was. */
export async function claimUpdate(sql: Sql, site: string, id: number, at: number): Promise<boolean> {
  const { count } = await sql`
    insert into telegram_updates (site, update_id, at) values (${site}, ${id}, ${at}) on conflict do nothing`
  return count > 0
}

/** A reply to the sender, below their message. */
export const replyTo = ({ chat, message_id, message_thread_id }: Message, text: string): Answer => ({
  method: 'sendMessage',
  chat_id: chat.id,
  ...(message_thread_id === undefined ? {} : { message_thread_id }),
  text,
  reply_parameters: { message_id, allow_sending_without_reply: true },
  link_preview_options: { is_disabled: true },
})
