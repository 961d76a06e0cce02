-- Conversations, their messages, contacts, and what the team writes beside them.

create table leads (
  id text primary key,
  site text not null,
  conversation_id text,
  name text,
  email text,
  phone text,
  company text,
  address text,
  fields jsonb,
  attributes jsonb not null default '{}',
  source text not null,
  status text not null default 'new' check (status in ('new', 'contacted', 'qualified', 'won', 'lost')),
  notes text,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index leads_by_email on leads (site, email) where email is not null;
create index leads_by_update on leads (site, updated_at, id);

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
  -- Messages and actions of the visitor: what the caps count.
  visitor_count integer not null default 0,
  lead_id text references leads (id) on delete set null,
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
  -- Of a page's start, a hash of what the page knows it by: a repeat goes on with it.
  start_hash text,
  -- The reply that is being written: one at a time, whichever server writes it. Past turn_until its server is taken for dead.
  turn_id text,
  turn_until bigint not null default 0,
  turn_stop boolean not null default false
);
-- The list: newest activity first; the id settles equal times.
create index conversations_by_activity on conversations (site, last_at desc, id desc);
create index conversations_by_status on conversations (site, status, last_at desc, id desc);
create index conversations_by_assignee on conversations (site, assigned_to, last_at desc, id desc);
create index conversations_by_external_id on conversations (site, external_id) where external_id is not null;
create unique index conversations_by_start on conversations (site, start_hash) where start_hash is not null;
create index conversations_by_lead on conversations (lead_id) where lead_id is not null;
create index conversations_with_lead on conversations (site, last_at desc, id desc) where lead_id is not null;
create index conversations_unsummarized on conversations (site, last_at desc, id desc) where summarized_at is null;
create index conversations_waiting on conversations (site, waiting_since, id) where waiting_since is not null;

create table messages (
  id text primary key,
  -- The place in the conversation: times may be equal.
  seq bigint generated always as identity,
  conversation_id text not null references conversations (id) on delete cascade,
  site text not null,
  ts bigint not null,
  role text not null check (role in ('agent', 'user', 'system')),
  type text not null,
  -- What the type adds: text, options, links, fields …
  content jsonb not null,
  -- The words of it, for search, the prompt and old clients.
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
  -- How the turn of a visitor's message ended; null while it runs, and where its server died.
  outcome text check (outcome in ('answered', 'interrupted', 'failed'))
);
create index messages_by_conversation on messages (conversation_id, seq);
create unique index messages_by_client_id on messages (conversation_id, client_message_id) where client_message_id is not null;

create table traces (
  id text primary key,
  site text not null,
  conversation_id text not null references conversations (id) on delete cascade,
  at bigint not null,
  trace jsonb not null
);
create index traces_by_conversation on traces (conversation_id);

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
create unique index labels_by_name on labels (site, lower(name));

create table conversation_labels (
  conversation_id text not null references conversations (id) on delete cascade,
  label_id text not null references labels (id) on delete cascade,
  added_by text not null,
  added_at bigint not null,
  primary key (conversation_id, label_id)
);
create index conversation_labels_by_label on conversation_labels (label_id);

-- What happened in one conversation: a visitor's page that comes back reads on from the last event that it saw.
create index events_by_conversation on events ((data ->> 'conversationId'), seq) where data ? 'conversationId';
