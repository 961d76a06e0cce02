-- How a site sends email: by an HTTP request, or over SMTP.
create table email_services (
  site text primary key,
  preset text,
  method text not null,
  url text not null,
  -- The values of secret ones are sealed.
  headers jsonb not null,
  body text not null,
  -- With a sealed password.
  smtp jsonb,
  enabled boolean not null,
  dashboard_url text not null,
  last_status text,
  last_error text,
  reason text,
  params jsonb,
  last_at bigint,
  updated_by text not null,
  updated_at bigint not null
);

-- What a person wants to be told by email. Without a row, the defaults of the role.
create table email_alerts (
  site text not null,
  email text not null references accounts (email) on delete cascade on update cascade,
  kinds jsonb not null,
  quiet jsonb,
  primary key (site, email)
);

-- What a person has not been told yet. An email takes all of it.
create table email_items (
  id bigint generated always as identity primary key,
  site text not null,
  email text not null references accounts (email) on delete cascade on update cascade,
  kind text not null,
  -- The event in the log, whose data is read when the email is written.
  seq bigint not null,
  conversation_id text,
  at bigint not null,
  unique (site, email, kind, seq)
);

-- When a person was last sent an email, so that a flood becomes one.
create table email_sent (
  site text not null,
  email text not null references accounts (email) on delete cascade on update cascade,
  at bigint not null,
  primary key (site, email)
);
