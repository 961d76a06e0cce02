-- The people of the team, how they sign in, and API keys.

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

-- One row per attempt, counted over a sliding window, so that the limits hold across several servers.
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
