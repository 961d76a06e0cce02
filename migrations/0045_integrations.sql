-- Keys of calendar providers, by site.
create table integrations (
  site text not null,
  kind text not null check (kind in ('composio', 'calcom', 'calendly')),
  -- Sealed.
  key text not null,
  -- Of a self-hosted Cal.com, without /v2.
  base_url text,
  -- Null until it was checked: the result of the last check or call.
  status text check (status in ('ok', 'error')),
  last_error text,
  reason text,
  params jsonb,
  last_at bigint,
  -- What the provider says about the account.
  account text,
  plan text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (site, kind)
);
