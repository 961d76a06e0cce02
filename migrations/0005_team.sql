-- What the team's screens need beside the conversations: who is available, who has read what, drafts, canned replies.

-- One dashboard window of a person. The row is a lease: its server renews it while the socket is open. After `until` the
-- window counts as closed, also when its server was killed. The row stays for a day, so that a window that comes back keeps
-- its choice.
create table presence (
  site text not null,
  email text not null,
  window_id text not null,
  server text not null,
  available boolean not null,
  until bigint not null,
  -- When its socket was last known to be open.
  seen_at bigint not null default 0,
  -- What the window itself said when it connected; `available` may have changed since.
  declared boolean,
  -- The conversation that it shows.
  viewing text,
  primary key (site, email, window_id)
);
create index presence_by_end on presence (until);
create index presence_by_viewing on presence (viewing) where viewing is not null;

-- What outlives a person's windows.
create table attendance (
  site text not null,
  email text not null,
  -- The last value that the team was notified of.
  available boolean not null default false,
  -- When the last window closed; null while one is open.
  gone_at bigint,
  -- The place of the last conversation that routing gave to this person. The person with the lowest place is next.
  given bigint not null default 0,
  primary key (site, email)
);
create sequence given_places;

-- The last message that a person of the team has seen.
create table reads (
  conversation_id text not null references conversations (id) on delete cascade,
  email text not null references accounts (email) on delete cascade on update cascade,
  seq bigint not null,
  message_id text not null,
  primary key (conversation_id, email)
);
create index reads_by_email on reads (email);

create table drafts (
  conversation_id text not null references conversations (id) on delete cascade,
  email text not null references accounts (email) on delete cascade on update cascade,
  text text not null,
  mode text not null check (mode in ('reply', 'note')),
  updated_at bigint not null,
  primary key (conversation_id, email)
);
create index drafts_by_email on drafts (email);

create table canned_replies (
  id text primary key,
  site text not null,
  shortcut text not null,
  title text not null,
  text text not null,
  created_by text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index canned_replies_by_shortcut on canned_replies (site, lower(shortcut collate "und-x-icu"));
