-- Addresses of calendar files that block time: when each was read last, and what was wrong with it.
create table busy_sources (
  id bigint generated always as identity primary key,
  site text not null,
  -- Of the address, which may be too long for an index and is known to the settings only.
  fingerprint text not null,
  checked_at bigint not null,
  -- When it was last read without a failure.
  read_at bigint,
  error text,
  reason text,
  params jsonb,
  unique (site, fingerprint)
);

-- The busy time of an address. Nothing but times is kept.
create table busy_times (
  source bigint not null references busy_sources (id) on delete cascade,
  starts_at bigint not null,
  ends_at bigint not null check (ends_at > starts_at)
);
create index busy_times_by_end on busy_times (source, ends_at);

-- How often the address of a feed was renewed. `person` is a hash of an account's email, or empty for all appointments.
create table calendar_feeds (
  site text not null,
  person text not null,
  version integer not null,
  renewed_at bigint not null,
  primary key (site, person)
);
