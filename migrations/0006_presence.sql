-- Who of the team is there, on whichever server, and what watches over the live chats.

-- One dashboard of a person. A lease: its server renews it while the socket is open; past `until` the window counts as
-- closed, as it does when its server was killed. The row stays for a day, to know the choice of a window that comes back.
create table presence (
  site text not null,
  email text not null,
  window_id text not null,
  server text not null,
  available boolean not null,
  until bigint not null,
  -- When its socket was last known to be open.
  seen_at bigint not null default 0,
  -- What the window itself said when it connected; `available` may have been changed since.
  declared boolean,
  -- The conversation that it shows.
  viewing text,
  primary key (site, email, window_id)
);
create index presence_by_end on presence (until);
create index presence_by_viewing on presence (viewing) where viewing is not null;

-- What outlives a person's windows.
create table attendance (
  site text not null,
  email text not null,
  -- As the team was last told.
  available boolean not null default false,
  -- When the last dashboard closed; null while one is open.
  gone_at bigint,
  -- The place of the last conversation that routing gave to them: who has the lowest is next.
  given bigint not null default 0,
  primary key (site, email)
);
create sequence given_places;

create index conversations_owned on conversations (assigned_to) where status = 'live' and assigned_to is not null;

-- How long visitors waited is read from the log.
create index events_of_handover on events (site, seq) where type = 'handover.requested';

-- What one server does for all of them, with what came of it last.
create table watch (
  name text primary key,
  server text not null,
  until bigint not null,
  found jsonb not null default '{}',
  found_at bigint not null default 0
);

-- What the watch looks for must be found among a million conversations without reading them.
create index conversations_live_ids on conversations (id) where status = 'live';
create index conversations_astray on conversations (id)
  where (status = 'closed') <> (closed_at is not null) or (waiting_since is not null and (status <> 'live' or spam))
    or (assigned_to is null and assigned_name is not null);
