-- What becomes of conversations that went quiet.

alter table conversations
  -- How many messages of the visitor were there when it was last completed: once they write more, it may be again.
  add column completed_count integer not null default 0;

-- The last summary of a conversation; its words and its intent stand in the conversation itself, which lists and searches read.
create table summaries (
  conversation_id text primary key references conversations (id) on delete cascade,
  site text not null,
  at bigint not null,
  written_by text not null check (written_by in ('ai', 'rules')),
  -- How many messages there were: with more, it is out of date.
  messages integer not null,
  sentiment text not null,
  lead_quality text not null,
  outcome text not null,
  topics jsonb not null,
  unanswered jsonb not null,
  follow_up text not null,
  lead_name text not null,
  lead_phone text not null
);
