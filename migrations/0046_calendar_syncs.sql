-- The sync of a site's calendar: the run that is under way, so that another server can continue it, and the last one.
create table calendar_syncs (
  site text primary key,
  provider text not null,
  started_at bigint,
  -- The page of events to read next.
  page text,
  -- Whether all events were read, so that what was not among them is looked up.
  is_listed boolean not null default false,
  created integer not null default 0,
  updated integer not null default 0,
  cancelled integer not null default 0,
  finished_at bigint,
  failing_since bigint,
  error text
);

-- Finds the appointments that a run has not seen.
create index appointments_by_sync on appointments (site, provider, synced_at) where external_id is not null;
