-- Whether the visitors of live chats still have a page of the site open.
create table visitor_presence (
  conversation_id text primary key references conversations (id) on delete cascade,
  site text not null,
  -- How long a page counts as open without another sign of it.
  until bigint not null,
  -- The last value that the team was notified of; null before the first.
  present boolean
);
