-- Live chats in the team's Telegram group: the bot of a site, its topics, and the messages in both directions.

create table telegram (
  site text primary key,
  share_contact boolean not null default false,
  -- Null without a connected bot. The token is sealed.
  bot_id bigint,
  token text,
  bot_name text,
  bot_username text,
  -- The last part of the webhook's URL, and the whole URL as Telegram knows it.
  hook text,
  hook_url text,
  -- Null until the code arrived from the team's chat.
  chat_id bigint,
  chat_title text,
  chat_topics boolean not null default false,
  link_code text,
  status text check (status in ('ok', 'error')),
  last_error text,
  last_error_at bigint,
  -- Consecutive failed calls, and the time before which no call is made.
  failures integer not null default 0,
  paused_until bigint not null default 0,
  updated_at bigint
);
-- A bot has one webhook, so it serves one site.
create unique index telegram_by_bot on telegram (bot_id) where bot_id is not null;

-- Where a site's chat shows a conversation.
create table telegram_threads (
  conversation_id text primary key references conversations (id) on delete cascade,
  site text not null,
  -- True without a topic of its own: the chat has no topics, or the bot may not create any.
  flat boolean not null default false,
  topic_id bigint,
  -- The message with the buttons, its text without the first line, and what that line shows.
  head_id bigint,
  head jsonb,
  shown text,
  -- Whether the topic is closed.
  shut boolean not null default false,
  -- The last message of the conversation that was sent, and how many parts of the next one were.
  passed_seq bigint not null default 0,
  parts integer not null default 0
);
create unique index telegram_threads_by_topic on telegram_threads (site, topic_id) where topic_id is not null;
create index telegram_threads_by_site on telegram_threads (site);

-- Which message of the chat belongs to which conversation. message_id is null for the team's messages.
create table telegram_messages (
  site text not null,
  telegram_id bigint not null,
  conversation_id text not null references conversations (id) on delete cascade,
  message_id text,
  primary key (site, telegram_id)
);
create index telegram_messages_by_conversation on telegram_messages (conversation_id);

-- The updates that were handled, so that a repeated one is ignored. Telegram repeats them for a day at most.
create table telegram_updates (
  site text not null,
  update_id bigint not null,
  at bigint not null,
  primary key (site, update_id)
);
create index telegram_updates_by_time on telegram_updates (site, at);

-- Wrong link codes, counted per sender.
create table telegram_guesses (
  id bigint generated always as identity primary key,
  site text not null,
  user_id bigint not null,
  at bigint not null
);
create index telegram_guesses_by_user on telegram_guesses (site, user_id, at);
