-- Changes of many contacts, which a task carries out in batches.
create table bulk_changes (
  id text primary key,
  site text not null,
  -- What is set on every contact. Empty for an undo, where each contact has a patch of its own.
  change jsonb not null,
  -- The change that this one takes back.
  undoes text,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  -- How many contacts an undo would change.
  undoable integer not null default 0,
  -- The last contact of the batches that are stored.
  place text not null default '',
  -- Why the whole change failed, as the API reports errors.
  error jsonb,
  asked_by text not null,
  created_at bigint not null,
  updated_at bigint not null,
  finished_at bigint
);
create index bulk_changes_by_site on bulk_changes (site, created_at, id);
create index bulk_changes_by_end on bulk_changes (finished_at) where finished_at is not null;

-- The contacts of each change, also those that no longer exist. Without a foreign key, so that a contact that was deleted
-- before its turn is counted and reported.
create table bulk_change_contacts (
  change_id text not null references bulk_changes (id) on delete cascade,
  lead_id text not null,
  -- What an undo sets on this contact.
  patch jsonb,
  -- What takes the change of this contact back; null if it changed nothing.
  undo jsonb,
  -- Why this contact was not changed.
  fault jsonb,
  primary key (change_id, lead_id)
);
create index bulk_change_contacts_by_lead on bulk_change_contacts (lead_id);
create index bulk_change_contacts_failed on bulk_change_contacts (change_id, lead_id) where fault is not null;
