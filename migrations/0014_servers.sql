-- The servers that use this database. Each says every second that it is alive. Another server removes one that was silent for
-- some seconds, and from then on no lease of it holds.
create table servers (
  id text primary key,
  -- By the clock of this database.
  heartbeat bigint not null
);

-- A lease is a text: the id of the server that holds it, a dot, and what tells it from the server's other leases.
create function lease_holds(lease text) returns boolean language sql stable as $$
  select exists (select from servers where id = split_part(lease, '.', 1))
$$;

-- A task that runs has the lease of the server that runs it.
alter table queue
  drop column leased_until,
  add column lease text,
  -- It was asked for again while it ran, so it runs once more.
  add column rerun boolean not null default false,
  -- How many servers in a row ended while they ran it. One that ends its servers has to wait.
  add column crashes integer not null default 0;
create index queue_by_lease on queue (lease) where lease is not null;
