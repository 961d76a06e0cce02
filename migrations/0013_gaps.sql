-- Questions about the business that the knowledge did not cover. Times are milliseconds since the epoch.

create table gaps (
  id text primary key,
  site text not null,
  -- As it was first asked, of those askings that are still kept.
  question text not null,
  -- What it is about: [{lexemes, weight}], one a word; and all lexemes, to find what is like it.
  terms jsonb not null,
  lexemes text[] not null,
  count integer not null,
  first_asked_at bigint not null,
  last_asked_at bigint not null,
  status text not null default 'open' check (status in ('open', 'answered', 'dismissed')),
  answer text,
  answered_at bigint,
  answered_by text,
  entry_id text
);
create index gaps_by_count on gaps (site, status, count desc, id desc);
create index gaps_by_lexeme on gaps using gin (lexemes);

-- Who asked it, in which words: they go with their conversation.
create table gap_askings (
  id text primary key,
  gap text not null references gaps (id) on delete cascade,
  conversation_id text not null references conversations (id) on delete cascade,
  question text not null,
  terms jsonb not null,
  at bigint not null
);
create index gap_askings_by_gap on gap_askings (gap, at, id);
create index gap_askings_by_conversation on gap_askings (conversation_id);

create index events_of_gaps on events ((data ->> 'id')) where type = 'knowledge.gap';
