-- Messages of visitors without an outcome: those being answered, and those whose reply was cut and that nobody marked.
create index messages_without_outcome on messages (conversation_id) where role = 'user' and outcome is null;

-- A visitor who wrote on soon after a server died left such a message behind.
update messages set outcome = 'failed'
where role = 'user' and outcome is null
  and exists (select from conversations where id = messages.conversation_id and turn_id is null);
