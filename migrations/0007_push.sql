-- Push notifications, for browsers without an open dashboard window.

-- The key pair that identifies this deployment to push services. It is created once.
create table push_keys (
  one boolean primary key default true check (one),
  public_key text not null,
  -- Sealed.
  private_key text not null,
  created_at bigint not null
);

-- A browser belongs to a session. When the session ends, the subscription ends.
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
  -- Consecutive failures, and the time before which there is no new attempt.
  failures integer not null default 0,
  quiet_until bigint not null default 0
);
create index push_subscriptions_by_session on push_subscriptions (session, created_at);

-- The events that were handled: each is sent once, over all servers.
create table push_told (
  seq bigint primary key,
  at bigint not null
);
create index push_told_by_time on push_told (at);
