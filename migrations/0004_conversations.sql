-- Conversations, their messages, and what the product and the team attach to them.

create table conversations (
  id text primary key,
  site text not null,
  channel text not null check (channel in ('widget', 'api')),
  status text not null default 'bot' check (status in ('bot', 'live', 'closed')),
  started_at bigint not null,
  last_at bigint not null,
  page_url text,
  page_title text,
  referrer text,
  utm text,
  locale text,
  timezone text,
  country text,
  first_message text,
  message_count integer not null default 0,
  -- Messages and actions of the visitor, for the limits on them.
  visitor_count integer not null default 0,
  lead_id text references leads (id) on delete set null,
  -- How the contact is known to be this visitor's: the conversation created it, the site vouched for its email, or the team
  -- confirmed the match. Null: the visitor only typed its email, and the conversation may not read or change the contact.
  lead_proof text check (lead_proof in ('created', 'user', 'team')),
  -- The details that the visitor typed while the contact was not known to be theirs.
  lead_claim jsonb,
  -- Copies from the table summaries, for lists and searches.
  summary text,
  intent text,
  summarized_at bigint,
  completed_at bigint,
  ended_at bigint,
  closed_at bigint,
  assigned_to text,
  assigned_name text,
  handover_at bigint,
  waiting_since bigint,
  attributes jsonb not null default '{}',
  data jsonb not null default '{}',
  visitor jsonb,
  prechat jsonb,
  external_id text,
  metadata jsonb,
  started_by text not null,
  -- A hash of the page's own key for a start: a repeated start continues the same conversation.
  start_hash text,
  -- The reply being written. There is one at a time over all servers. After turn_until its server counts as dead.
  turn_id text,
  turn_until bigint not null default 0,
  turn_stop boolean not null default false,
  -- When a person took it over. A colleague who presses the same button a moment later learns who was first.
  taken_at bigint,
  spam boolean not null default false,
  -- The visitor's address, so that the team can block it. Removed after some days.
  address text,
  -- The number of visitor messages at the last completion. With more messages the conversation may complete again.
  completed_count integer not null default 0,
  -- The rest is for the overview; triggers of 0011_overview.sql keep it.
  -- Whether a person of the team ever had it, and whether its contact had an earlier conversation.
  had_person boolean not null default false,
  came_back boolean not null default false,
  -- Whether the visitor asked for a person, and whether nobody came in time.
  asked_person boolean not null default false,
  missed_person boolean not null default false,
  -- How long the visitor waited for the first person, in milliseconds, and the names of all who came.
  waited bigint,
  answered_by text[] not null default '{}'
);
-- The lists are sorted by the latest activity; the id decides between equal times. Spam is only in its own list, so that no
-- other list reads over it, however much there is.
create index conversations_by_activity on conversations (site, last_at desc, id desc) where not spam;
create index conversations_by_status on conversations (site, status, last_at desc, id desc) where not spam;
create index conversations_by_assignee on conversations (site, assigned_to, last_at desc, id desc) where not spam;
create index conversations_with_lead on conversations (site, last_at desc, id desc) where lead_id is not null and not spam;
create index conversations_unsummarized on conversations (site, last_at desc, id desc)
  where summarized_at is null and not spam;
create index conversations_waiting on conversations (site, waiting_since, id) where waiting_since is not null and not spam;
create index conversations_spam on conversations (site, last_at desc, id desc) where spam;
-- A person with many closed conversations still finds the few live ones.
create index conversations_live on conversations (site, assigned_to, last_at desc, id desc)
  where status = 'live' and not spam;
-- Among many closed conversations, the few that had no assignee.
create index conversations_closed_by_nobody on conversations (site, last_at desc, id desc)
  where status = 'closed' and assigned_to is null and not spam;
-- The lists behind the figures of the overview are sorted by the start.
create index conversations_by_beginning on conversations (site, started_at desc, id desc) where not spam;
create index conversations_by_external_id on conversations (site, external_id) where external_id is not null;
create unique index conversations_by_start on conversations (site, start_hash) where start_hash is not null;
create index conversations_by_lead on conversations (lead_id, last_at desc, id desc) where lead_id is not null;
create index conversations_by_address_age on conversations (started_at) where address is not null;
create index conversations_owned on conversations (assigned_to) where status = 'live' and assigned_to is not null;
-- The monitor of the invariants must not read a million conversations.
create index conversations_live_ids on conversations (id) where status = 'live';
-- Replies being written. A renewed lease changes no indexed column.
create index conversations_answering on conversations (id) where turn_id is not null;
create index conversations_astray on conversations (id)
  where (status = 'closed') <> (closed_at is not null) or (waiting_since is not null and (status <> 'live' or spam))
    or (assigned_to is null and assigned_name is not null);

create table messages (
  id text primary key,
  -- The place in the conversation; times may be equal.
  seq bigint generated always as identity,
  conversation_id text not null references conversations (id) on delete cascade,
  site text not null,
  ts bigint not null,
  role text not null check (role in ('agent', 'user', 'system')),
  type text not null,
  -- The fields of the type: text, options, links, fields …
  content jsonb not null,
  -- The content as plain text, for search, the prompt and old clients.
  text text not null default '',
  meta jsonb,
  payload jsonb,
  feedback smallint,
  author jsonb,
  client_message_id text,
  delivered_at bigint,
  seen_at bigint,
  sources jsonb,
  trace_id text,
  -- The visitor's message that this one answers.
  answers text,
  -- How the reply to a visitor's message ended; null while it is being written, and after its server died.
  outcome text check (outcome in ('answered', 'interrupted', 'failed'))
);
create index messages_by_conversation on messages (conversation_id, seq);
create unique index messages_by_client_id on messages (conversation_id, client_message_id) where client_message_id is not null;
create index messages_rated on messages (conversation_id) where feedback <> 0;

create table traces (
  id text primary key,
  site text not null,
  conversation_id text not null references conversations (id) on delete cascade,
  at bigint not null,
  trace jsonb not null
);
create index traces_by_conversation on traces (conversation_id);
create index traces_by_age on traces (site, at);

-- The latest summary of a conversation.
create table summaries (
  conversation_id text primary key references conversations (id) on delete cascade,
  site text not null,
  at bigint not null,
  written_by text not null check (written_by in ('ai', 'rules')),
  -- The number of messages that it covers. With more messages it is out of date.
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

create table callbacks (
  id text primary key,
  site text not null,
  conversation_id text references conversations (id) on delete cascade,
  lead_id text references leads (id) on delete set null,
  name text,
  phone text,
  email text,
  reason text,
  status text not null default 'open' check (status in ('open', 'done', 'dismissed')),
  note text,
  requested_at bigint not null,
  closed_at bigint,
  closed_by text,
  page_url text
);
create index callbacks_by_conversation on callbacks (conversation_id, requested_at, id);
create index callbacks_by_status on callbacks (site, status, requested_at, id);
create index callbacks_by_request on callbacks (site, requested_at, id);
create index callbacks_by_close on callbacks (site, closed_at) where closed_at is not null;
create index callbacks_by_lead on callbacks (lead_id) where lead_id is not null;

create table notes (
  id text primary key,
  site text not null,
  conversation_id text references conversations (id) on delete cascade,
  lead_id text references leads (id) on delete set null,
  author text not null,
  author_name text,
  text text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index notes_by_conversation on notes (conversation_id, created_at, id);
create index notes_by_lead on notes (lead_id, created_at, id);

create table labels (
  id text primary key,
  site text not null,
  name text not null,
  color text not null,
  description text not null default '',
  ai boolean not null default true,
  created_at bigint not null
);
-- Names are compared without their case, in every script.
create unique index labels_by_name on labels (site, lower(name collate "und-x-icu"));

create table conversation_labels (
  conversation_id text not null references conversations (id) on delete cascade,
  label_id text not null references labels (id) on delete cascade,
  added_by text not null,
  added_at bigint not null,
  -- A copy of the conversation's own value: one index counts a label without its spam.
  spam boolean not null default false,
  primary key (conversation_id, label_id)
);
create index conversation_labels_by_label on conversation_labels (label_id, spam);

create function note_spam_of_label() returns trigger language plpgsql as $$
begin
  -- A restore may load the label before its conversation, and the label's own value is right then.
  new.spam := coalesce((select spam from conversations where id = new.conversation_id), new.spam);
  return new;
end
$$;
create trigger conversation_labels_spam before insert on conversation_labels
  for each row execute function note_spam_of_label();

create function pass_spam_to_labels() returns trigger language plpgsql as $$
begin
  update conversation_labels set spam = new.spam where conversation_id = new.id;
  return null;
end
$$;
create trigger conversations_spam after update of spam on conversations
  for each row when (old.spam is distinct from new.spam) execute function pass_spam_to_labels();
