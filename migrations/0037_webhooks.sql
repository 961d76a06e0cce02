-- The systems of the company that hear of events.
create table webhooks (
  id text primary key,
  site text not null,
  url text not null,
  description text not null,
  events jsonb not null,
  enabled boolean not null,
  -- Sealed, like the secret headers. The earlier secret signs beside it for a day after a rotation.
  secret text not null,
  earlier_secret text,
  rotated_at bigint,
  format text not null,
  method text,
  headers jsonb not null,
  body text,
  -- Events up to this place of the log are not delivered: the endpoint did not exist, or was disabled.
  start_seq bigint not null,
  last_status text,
  last_error text,
  reason text,
  params jsonb,
  last_at bigint,
  failing_since bigint,
  paused_at bigint,
  created_at bigint not null
);
create index webhooks_by_site on webhooks (site, created_at, id);

-- One row for each attempt. The last 50 of each endpoint are kept.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook text not null references webhooks (id) on delete cascade,
  seq bigint not null,
  event text not null,
  ok boolean not null,
  status integer,
  error text,
  reason text,
  params jsonb,
  attempts integer not null,
  duration_ms integer not null,
  at bigint not null,
  next_at bigint,
  request jsonb,
  response text
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook, id);
create index webhook_deliveries_by_event on webhook_deliveries (seq) where request is not null;

-- What was sent goes with the event: when its personal data is erased, or when it leaves the log.
create function forget_deliveries() returns trigger language plpgsql as $$
begin
  update webhook_deliveries set request = null, response = null where seq = old.seq and request is not null;
  return null;
end
$$;
create trigger forget_deliveries after update or delete on events for each row execute function forget_deliveries();
