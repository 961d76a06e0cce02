-- The team's side of live chats in Telegram: the bot of a site, its topics, and what went either way.

create table telegram (
  site text primary key,
  share_contact boolean not null default false,
  -- Null where no bot is connected. The token is sealed.
  bot_id bigint,
  token text,
  bot_name text,
  bot_username text,
  -- The last part of the address that the provider calls, and the whole address that it was told.
  hook text,
  hook_url text,
  -- Null until the code was sent in the team's chat.
  chat_id bigint,
  chat_title text,
  chat_topics boolean not null default false,
  link_code text,
  status text check (status in ('ok', 'error')),
  last_error text,
  last_error_at bigint,
  -- Failed calls in a row, and until when the provider is left alone.
  failures integer not null default 0,
  paused_until bigint not null default 0,
  updated_at bigint
);
-- A bot has one address to call: it works for one site.
create unique index telegram_by_bot on telegram (bot_id) where bot_id is not null;

-- Where a conversation is shown in the chat of its site.
create table telegram_threads (
  conversation_id text primary key references conversations (id) on delete cascade,
  site text not null,
  -- Whether it has no topic of its own, as the chat has none or the bot may not make any.
  flat boolean not null default false,
  topic_id bigint,
  -- The message with the buttons, as it was written without its first line; what that line shows.
  head_id bigint,
  head jsonb,
  shown text,
  -- Whether the topic is closed.
  shut boolean not null default false,
  -- The last message of the conversation that was passed on, and how many parts of the next one were.
  passed_seq bigint not null default 0,
  parts integer not null default 0
);
create unique index telegram_threads_by_topic on telegram_threads (site, topic_id) where topic_id is not null;
create index telegram_threads_by_site on telegram_threads (site);

-- Which message of the chat belongs to which conversation. message_id is null for what the team wrote there.
create table telegram_messages (
  site text not null,
  telegram_id bigint not null,
  conversation_id text not null references conversations (id) on delete cascade,
  message_id text,
  primary key (site, telegram_id)
);
create index telegram_messages_by_conversation on telegram_messages (conversation_id);

-- What the provider told, so that what it tells twice is done once. It repeats for a day at most.
create table telegram_updates (
  site text not null,
  update_id bigint not null,
  at bigint not null,
  primary key (site, update_id)
);
create index telegram_updates_by_time on telegram_updates (site, at);

-- Wrong link codes, counted by who sent them.
create table telegram_guesses (
  id bigint generated always as identity primary key,
  site text not null,
  user_id bigint not null,
  at bigint not null
);
create index telegram_guesses_by_user on telegram_guesses (site, user_id, at);
