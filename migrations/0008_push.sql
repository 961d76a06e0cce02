-- Notifications that reach a browser although no window of the dashboard is open.

-- The pair of keys by which push services know this deployment: made once.
create table push_keys (
  one boolean primary key default true check (one),
  public_key text not null,
  -- Sealed.
  private_key text not null,
  created_at bigint not null
);

-- A browser belongs to a session: when that ends, nothing is sent to it any more.
create table push_subscriptions (
  id text primary key,
  session text not null references sessions (token_hash) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  classes jsonb not null,
  preview boolean not null,
  language text not null,
  created_at bigint not null,
  -- How often in a row nothing could be sent, and until when it is not tried again.
  failures integer not null default 0,
  quiet_until bigint not null default 0
);
create index push_subscriptions_by_session on push_subscriptions (session, created_at);

-- The events that were looked at: each is told once, over all servers.
create table push_told (
  seq bigint primary key,
  at bigint not null
);
create index push_told_by_time on push_told (at);

create index events_for_push on events (site, at)
  where type in ('handover.requested', 'handover.missed', 'conversation.assigned', 'note.changed');
