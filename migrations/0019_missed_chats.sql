-- A visitor whom nobody answered in time stays in the list of missed chats until somebody takes over, replies, closes, completes
-- their callback request or dismisses the entry. `missed_at` stays, so that a dismissal can be undone.
alter table conversations
  add column missed_at bigint,
  add column missed_open boolean not null default false;
create index conversations_missed on conversations (site, missed_at, id) where missed_open and not spam;
