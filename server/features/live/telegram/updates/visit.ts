import { memberScopes } from '../../../../../shared/scope.ts'
import { type Actor, createActor } from '../../../../core/actor.ts'
import type { Context, Parts, Site } from '../../../../core/context.ts'
import { createContext } from '../../../../core/transaction.ts'
import type { Sql } from '../../../../database/database.ts'
import type { ChannelRow } from '../channel.ts'
import { oneLine } from '../compose.ts'
import type { Phrases } from '../phrases.ts'
import { mapMessage } from '../threads.ts'
import type { Message, Update, User } from './update.ts'

/** A call of a method of the provider's, given as the answer to its own call. */
export type Answer = { method: string } & Record<string, unknown>

/** One update of the provider's, for a site that has a bot. */
export type Visit = {
  ctx: Context
  channel: ChannelRow
  phrases: Phrases
  update: Update
  /** A context of who sent it. Its first change is noted with the update, so that the same update changes nothing again. */
  as(user: User, about?: { message: Message; conversation: string }): Context
}

/** The update was carried out by another call, in the same moment or before. */
export class Repeated extends Error {}

const scopes = new Set(memberScopes)
const longestName = 100

/** A person of the team's chat, as the product knows them. */
export const personOf = (site: Site, { id, first_name }: User): Actor =>
  createActor({
    kind: 'person',
    id: `telegram:${id}`,
    name: oneLine(first_name, longestName) || 'Telegram',
    scopes,
    role: 'member',
    site: site.id,
  })

export const contextOf =
  (parts: Parts, site: Site, { update_id }: Update): Visit['as'] =>
  (user, about) =>
    createContext(parts, {
      site,
      actor: personOf(site, user),
      async beforeCommit(sql) {
        if (!(await claimUpdate(sql, site.id, update_id, parts.clock.now()))) throw new Repeated()
        const { message, conversation: conversationId } = about ?? {}
        if (message && conversationId !== undefined)
          await mapMessage({ sql, site }, { telegramId: message.message_id, conversationId, messageId: null })
        return []
      },
    })

/** Notes that an update is carried out; false where it was before. */
export async function claimUpdate(sql: Sql, site: string, id: number, at: number): Promise<boolean> {
  const { count } = await sql`
    insert into telegram_updates (site, update_id, at) values (${site}, ${id}, ${at}) on conflict do nothing`
  return count > 0
}

/** Words for whoever wrote, below what they wrote. */
export const say = ({ chat, message_id, message_thread_id }: Message, text: string): Answer => ({
  method: 'sendMessage',
  chat_id: chat.id,
  ...(message_thread_id === undefined ? {} : { message_thread_id }),
  text,
  reply_parameters: { message_id, allow_sending_without_reply: true },
  link_preview_options: { is_disabled: true },
})
