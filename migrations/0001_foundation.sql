-- Accounts, keys, sites, the event log, the queue, audit and repeated requests. Times are milliseconds since the epoch.

create table site_settings (
  site text primary key,
  -- What was saved over the configuration and the defaults.
  settings jsonb not null default '{}',
  -- Sealed.
  identity_secret text,
  version integer not null default 0,
  changed_at bigint,
  changed_by text,
  source text
);

create table accounts (
  email text primary key,
  name text,
  role text not null check (role in ('admin', 'member')),
  password text,
  created_at bigint not null,
  last_login_at bigint
);

create table sessions (
  token_hash text primary key,
  email text not null references accounts (email) on delete cascade on update cascade,
  created_at bigint not null,
  expires_at bigint not null,
  last_seen_at bigint not null,
  address text not null
);
create index sessions_by_email on sessions (email);
create index sessions_by_expiry on sessions (expires_at);

create table sign_in_links (
  token_hash text primary key,
  email text not null references accounts (email) on delete cascade on update cascade,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index sign_in_links_by_email on sign_in_links (email);

-- One row a try; counted over a sliding window, so that the limits hold over several servers.
create table sign_in_attempts (
  id bigint generated always as identity primary key,
  email_hash text not null,
  address text not null,
  at bigint not null
);
create index sign_in_attempts_by_email on sign_in_attempts (email_hash, at);
create index sign_in_attempts_by_address on sign_in_attempts (address, at);
create index sign_in_attempts_by_time on sign_in_attempts (at);

create table api_keys (
  id text primary key,
  site text not null,
  name text not null,
  secret_hash text not null,
  scopes jsonb not null,
  allow_ips jsonb not null default '[]',
  rate_per_minute integer,
  created_by text not null,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint
);
create index api_keys_by_site on api_keys (site, created_at, id);

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

-- A POST that carried an Idempotency-Key: claimed while it runs, then its answer, sealed.
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

create table events (
  seq bigint generated always as identity primary key,
  site text not null,
  type text not null,
  data jsonb not null,
  at bigint not null
);
create index events_by_site on events (site, seq);
create index events_by_time on events (at);

-- The last event that retention removed: whoever asks for what came before is told so.
create table event_floor (
  one boolean primary key default true check (one),
  seq bigint not null default 0
);
insert into event_floor default values;

-- The last place of the log that was given to an event; that event may not be visible yet, or never become so.
create function last_place() returns bigint language plpgsql as $$
begin
  return (select case when is_called then last_value else 0 end from events_seq_seq);
end
$$;

-- Appends in the order given. Transactions that append at the same time do not wait for each other, and so may become
-- visible in another order than that of their places. Each holds a mark to its end: a shared lock that is named after the
-- last place that was given before its own.
create function append_events(entries jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7301, (last_place() & 2147483647)::integer);
  insert into events (site, type, data, at)
    select entry ->> 'site', entry ->> 'type', entry -> 'data', (entry ->> 'at')::bigint
    from jsonb_array_elements(entries) with ordinality as list (entry, place)
    order by place;
end
$$;

-- The place up to which everything is visible that ever will be: the last one, or the lowest mark. Whoever reads beyond it
-- may miss an event for ever. What reads up to it has to be a statement that begins after this one.
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

-- Reads on after a place, of one site or of all (null). Up to `known` the caller knows the log to be settled: a writer that
-- has just begun may put its mark below. Each statement in here sees what was committed before it began.
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
  -- At most one waiting job of a type, site and name.
  name text,
  run_at bigint not null,
  attempts integer not null default 0,
  leased_until bigint not null default 0,
  last_error text
);
create unique index queue_by_name on queue (type, site, name) where name is not null;
create index queue_by_time on queue (run_at, id);

-- Messages and neurons of a day, exact over all servers.
create table usage_days (
  site text not null,
  day text not null,
  messages integer not null default 0,
  neurons double precision not null default 0,
  warned boolean not null default false,
  exhausted boolean not null default false,
  primary key (site, day)
);
