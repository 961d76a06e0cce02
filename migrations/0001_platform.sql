-- What every other part builds on: sites, the event log, the queue, the audit log and repeated requests.
-- All times in this database are milliseconds since the epoch.

-- One row, about this database as a whole.
create table installation (
  one boolean primary key default true check (one),
  -- Another one each time that a restore or a move puts other data here. A running server stops when it changes.
  generation uuid not null default gen_random_uuid(),
  -- Tells the secret under which keys were hashed and values sealed from any other. Null before the first start.
  secret_check text
);
insert into installation default values;

-- Always empty: the health check inserts a row and removes it in one transaction.
create table write_probe (
  one boolean not null default true
);

create table site_settings (
  site text primary key,
  -- The values that were saved; they override the configuration file and the defaults.
  settings jsonb not null default '{}',
  -- Sealed.
  identity_secret text,
  version integer not null default 0,
  changed_at bigint,
  changed_by text,
  source text
);

create table events (
  seq bigint generated always as identity primary key,
  site text not null,
  type text not null,
  data jsonb not null,
  at bigint not null
);
create index events_by_site on events (site, seq);
create index events_by_time on events (at);
-- A visitor's page that reconnects reads on from the last event that it received.
create index events_by_conversation on events ((data ->> 'conversationId'), seq) where data ? 'conversationId';
-- Deleting a record also removes its personal data from the log. These three find the events.
create index events_of_callbacks on events ((data -> 'callback' ->> 'conversationId')) where type = 'callback.updated';
create index events_of_leads on events ((data ->> 'leadId')) where type in ('lead.captured', 'lead.updated');
create index events_of_gaps on events ((data ->> 'id')) where type = 'knowledge.gap';
-- A dashboard that comes back shows what happened to live chats while it was away.
create index events_of_live_chats on events (site, type, at)
  where type in ('handover.requested', 'handover.missed', 'conversation.assigned', 'conversation.closed');
-- The log is the record of how long visitors waited.
create index events_of_handover on events (site, seq) where type = 'handover.requested';
create index events_for_push on events (site, at)
  where type in ('handover.requested', 'handover.missed', 'conversation.assigned', 'note.changed');

-- The last event that retention removed. A reader that asks for an earlier place gets an error instead of a gap.
create table event_floor (
  one boolean primary key default true check (one),
  seq bigint not null default 0
);
insert into event_floor default values;

-- The last place of the log that was given to an event. That event may not be visible yet, or may never become visible.
create function last_place() returns bigint language plpgsql as $$
begin
  return (select case when is_called then last_value else 0 end from events_seq_seq);
end
$$;

-- Appends events in the given order. Concurrent transactions do not wait for each other, so they may become visible in
-- another order than that of their places. Until it ends, each transaction holds a mark: a shared lock that is named after
-- the last place given before its own.
create function append_events(entries jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7301, (last_place() & 2147483647)::integer);
  insert into events (site, type, data, at)
    select entry ->> 'site', entry ->> 'type', entry -> 'data', (entry ->> 'at')::bigint
    from jsonb_array_elements(entries) with ordinality as list (entry, place)
    order by place;
end
$$;

-- The place up to which every event is visible that ever will be: the last place, or the lowest mark. A reader that goes
-- beyond it may miss an event for ever. The statement that reads up to it must begin after this one.
create function settled_place() returns bigint language plpgsql as $$
declare
  last bigint := last_place();
begin
  return (
    select coalesce(min(last - ((last - objid::bigint) & 2147483647)), last) from pg_locks
    where locktype = 'advisory' and classid = 7301 and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
  );
end
$$;

-- Reads the events after a place, of one site or of all (null). The caller knows that the log is settled up to `known`: a
-- writer that has just begun may put its mark below that. Each statement in here sees what was committed before it began.
create function read_events(of_site text, after bigint, most integer, known bigint) returns setof events language plpgsql as $$
declare
  settled bigint := greatest(settled_place(), known);
begin
  if of_site is null then
    return query select * from events where seq > after and seq <= settled order by seq limit most;
  else
    return query select * from events where site = of_site and seq > after and seq <= settled order by seq limit most;
  end if;
end
$$;

create table queue (
  id bigint generated always as identity primary key,
  type text not null,
  site text not null,
  data jsonb not null,
  -- There is at most one waiting job of a type, site and name.
  name text,
  run_at bigint not null,
  attempts integer not null default 0,
  leased_until bigint not null default 0,
  last_error text
);
create unique index queue_by_name on queue (type, site, name) where name is not null;
create index queue_by_time on queue (run_at, id);

-- Work that one server does for all servers, under a lease, with its last result.
create table watch (
  name text primary key,
  server text not null,
  until bigint not null,
  found jsonb not null default '{}',
  found_at bigint not null default 0
);

create table audit (
  id bigint generated always as identity primary key,
  at bigint not null,
  actor text not null,
  action text not null,
  target text,
  site text,
  status integer not null
);
create index audit_by_site on audit (site, id);
create index audit_by_time on audit (at);

-- A POST with an Idempotency-Key. A row is a claim while the request runs, and then holds the sealed answer.
create table idempotency (
  caller text not null,
  route text not null,
  key text not null,
  body_hash text not null,
  leased_until bigint not null,
  committed boolean not null default false,
  status integer,
  answer text,
  record text,
  created_at bigint not null,
  primary key (caller, route, key)
);
create index idempotency_by_time on idempotency (created_at);

-- The made-up history of the demo site: how much of it exists, and which records "Delete demo data" removes.
create table demo_histories (
  site text primary key,
  -- When the history was started; every record of it is older.
  at bigint not null,
  -- The number of the next piece to create.
  next integer not null default 0
);

create table demo_records (
  site text not null,
  kind text not null,
  id text not null,
  primary key (site, kind, id)
);
