-- What the team's screens keep beside the conversations: spam, who has read what, drafts, canned replies.

alter table conversations
  add column spam boolean not null default false,
  -- Where the visitor wrote from, to be able to block them; forgotten after some days.
  add column address text;
create index conversations_by_address_age on conversations (started_at) where address is not null;

-- Spam stands in no list but its own: who walks a list meets none of it, however much there is.
drop index conversations_by_activity;
drop index conversations_by_status;
drop index conversations_by_assignee;
drop index conversations_with_lead;
drop index conversations_unsummarized;
drop index conversations_waiting;
create index conversations_by_activity on conversations (site, last_at desc, id desc) where not spam;
create index conversations_by_status on conversations (site, status, last_at desc, id desc) where not spam;
create index conversations_by_assignee on conversations (site, assigned_to, last_at desc, id desc) where not spam;
create index conversations_with_lead on conversations (site, last_at desc, id desc) where lead_id is not null and not spam;
create index conversations_unsummarized on conversations (site, last_at desc, id desc)
  where summarized_at is null and not spam;
create index conversations_waiting on conversations (site, waiting_since, id) where waiting_since is not null and not spam;
create index conversations_spam on conversations (site, last_at desc, id desc) where spam;
-- Who has many closed ones still finds the few that are live.
create index conversations_live on conversations (site, assigned_to, last_at desc, id desc)
  where status = 'live' and not spam;
-- Among many closed ones, the few that were nobody's.
create index conversations_closed_by_nobody on conversations (site, last_at desc, id desc)
  where status = 'closed' and assigned_to is null and not spam;

-- The conversations of one contact, newest first, and what else is found by its contact.
drop index conversations_by_lead;
create index conversations_by_lead on conversations (lead_id, last_at desc, id desc) where lead_id is not null;
create index leads_by_conversation on leads (conversation_id) where conversation_id is not null;
create index callbacks_by_lead on callbacks (lead_id) where lead_id is not null;

-- A label is counted without its spam, from one index.
alter table conversation_labels add column spam boolean not null default false;
drop index conversation_labels_by_label;
create index conversation_labels_by_label on conversation_labels (label_id, spam);

create function note_spam_of_label() returns trigger language plpgsql as $$
begin
  -- A copy that is being restored may hold the label before the conversation, and is right as it is.
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

-- Names are the same whatever their case, in every script.
drop index labels_by_name;
create unique index labels_by_name on labels (site, lower(name collate "und-x-icu"));

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

-- What the log says of a conversation's callbacks, to take its words out when it is deleted.
create index events_of_callbacks on events ((data -> 'callback' ->> 'conversationId')) where type = 'callback.updated';

-- What happened to live chats while somebody was away.
create index events_of_live_chats on events (site, type, at)
  where type in ('handover.requested', 'handover.missed', 'conversation.assigned', 'conversation.closed');
