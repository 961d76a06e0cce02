-- A request with an Idempotency-Key has the lease of the server that carries it out, like a task. Null: none does.
alter table idempotency drop column leased_until, add column lease text;
-- So does the check of the live chats, which runs on one server at a time.
alter table watch drop column server, drop column until, add column lease text;
