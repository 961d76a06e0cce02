-- Who is mentioned in a note of a conversation, and whether they have seen the conversation since.
create table mentions (
  note_id text not null references notes (id) on delete cascade,
  email text not null,
  site text not null,
  conversation_id text not null references conversations (id) on delete cascade,
  at bigint not null,
  seen boolean not null default false,
  primary key (note_id, email)
);
create index mentions_by_person on mentions (site, email, at);
create index mentions_unseen on mentions (site, email, conversation_id) where not seen;
create index mentions_by_conversation on mentions (conversation_id, email);
