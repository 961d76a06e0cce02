import type { Sql } from '../../server/database/database.ts'

/** Finds states that cannot exist if every change is made completely or not at all; one line per kind. */
export async function inconsistencies(sql: Sql): Promise<string[]> {
  const found: string[] = []
  for (const [what, query] of Object.entries(queries)) {
    const [{ count }] = await sql.unsafe<[{ count: number }]>(`select count(*) from (${query}) as bad`)
    if (count > 0) found.push(`${count} × ${what}`)
  }
  return found
}

const eventsOf = (type: string) => `events where type = '${type}'`

const queries: Record<string, string> = {
  'a conversation that counts other messages than it has': `
    select from conversations c where message_count <> (select count(*) from messages m where m.conversation_id = c.id)
      or visitor_count <> (select count(*) from messages m where m.conversation_id = c.id and m.role = 'user')`,
  'a conversation without its event, or an event without its conversation': `
    select from conversations c
    full join (select data ->> 'conversationId' as id from ${eventsOf('conversation.started')}) e using (id)
    where c.started_at is null or e.id is null`,
  'a visitor’s message without its event, or an event without its message': `
    select from (select id, conversation_id from messages where role = 'user') m
    full join (select data ->> 'messageId' as id, data ->> 'conversationId' as of_conversation
      from ${eventsOf('message.received')}) e using (id)
    where m.conversation_id is distinct from e.of_conversation`,
  'a reply without its event, or an event without its reply': `
    select from (select id, conversation_id from messages where role <> 'user') m
    full join (select message ->> 'id' as id, data ->> 'conversationId' as of_conversation
      from events, jsonb_array_elements(data -> 'messages') as message where type = 'message.sent'
        and not exists (select from events later where later.type = 'message.sent'
          and later.data -> 'replaces' ? (message ->> 'id'))) e using (id)
    where m.conversation_id is distinct from e.of_conversation`,
  'a reply to a message that is not marked as answered': `
    select from messages reply join messages m on m.id = reply.answers where m.outcome is distinct from 'answered'`,
  'a key without its event': `
    select from api_keys k where (select count(*) from events where type = 'key.changed' and data ->> 'id' = k.id)
      <> case when revoked_at is null then 1 else 2 end`,
  'settings of another version than their last event': `
    select from site_settings s where version is distinct from
      (select max((data ->> 'version')::int) from events e where e.type = 'settings.changed' and e.site = s.site)`,
  'a version of the prompt without its event, or an event without its version': `
    select from prompt_versions p full join (select site, (data ->> 'version')::int as version
      from ${eventsOf('prompt.changed')}) e using (site, version)
    where p.hash is null or e.version is null`,
  'a document that counts other passages than it has': `
    select from documents d where passages <> (select count(*) from passages p where p.document = d.id)`,
  'knowledge that counts other passages than it has': `
    select from knowledge_sizes k where passages <> (select count(*) from passages p join documents d on d.id = p.document
      where p.site = k.site and d.language = k.language)`,
  'a change that is not in the audit log': `
    select from api_keys k where not exists (select from audit where action = 'POST /keys' and target = k.id)`,
}
