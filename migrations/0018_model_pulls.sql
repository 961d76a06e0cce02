-- Models that were fetched through Ollama, for the whole deployment. Times are milliseconds since the epoch.

create table model_pulls (
  id text primary key,
  model text not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  completed bigint not null default 0,
  total bigint not null default 0,
  -- What kind of failure it was, and what may be said of it.
  fault text,
  error text,
  asked_by text not null,
  created_at bigint not null,
  finished_at bigint
);
-- One at a time: each takes all of the line and much of the disk.
create unique index model_pulls_at_work on model_pulls ((true)) where status in ('queued', 'running');
create index model_pulls_by_time on model_pulls (created_at desc, id desc);
