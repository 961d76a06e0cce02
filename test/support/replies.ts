import type { ChatWorld } from './chat.ts'

type Server = Pick<ChatWorld, 'services'>

/** Enqueues the reply to the newest message of a visitor, as a task of the holder of this lease. */
export async function addReply({ services }: Server, id: string, lease: string): Promise<void> {
  const { database, clock } = services
  await database.sql`
    insert into queue (type, site, data, name, run_at, lease)
    select 'reply.write', site, jsonb_build_object('conversationId', conversation_id, 'messageId', id), conversation_id,
      ${clock.now()}, ${lease}
    from messages where conversation_id = ${id} and role = 'user' order by seq desc limit 1`
}

/** Leaves the newest message of a visitor like a server that was killed before it stored the reply. */
export async function cutReply(server: Server, id: string, lease = 'dead.1'): Promise<void> {
  await server.services.database.sql`
    with cut as (
      update messages set outcome = null
      where id = (select id from messages where conversation_id = ${id} and role = 'user' order by seq desc limit 1)
      returning id)
    delete from messages using cut where answers = cut.id`
  await server.services.database.sql`update conversations set message_count = message_count - 1 where id = ${id}`
  await addReply(server, id, lease)
}
