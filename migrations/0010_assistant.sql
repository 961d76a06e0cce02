-- The assistant itself: its instructions, its models, and what it uses per day.

-- Every publish and every restore adds a version. Versions never change.
create table prompt_versions (
  site text not null,
  version integer not null check (version > 0),
  text text not null,
  hash text not null,
  -- Characters as a person counts them.
  chars integer not null,
  source text not null check (source in ('dashboard', 'cli', 'api')),
  author text not null,
  note text,
  restored_from integer,
  created_at bigint not null,
  primary key (site, version)
);

-- Downloads of models through Ollama, for the whole deployment.
create table model_pulls (
  id text primary key,
  model text not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  completed bigint not null default 0,
  total bigint not null default 0,
  -- The kind of failure, and the sentence that people may read.
  fault text,
  error text,
  asked_by text not null,
  created_at bigint not null,
  finished_at bigint
);
-- One at a time: each uses the whole connection and much of the disk.
create unique index model_pulls_at_work on model_pulls ((true)) where status in ('queued', 'running');
create index model_pulls_by_time on model_pulls (created_at desc, id desc);

-- Messages and neurons per day, exact over all servers.
create table usage_days (
  site text not null,
  day text not null,
  messages integer not null default 0,
  neurons double precision not null default 0,
  warned boolean not null default false,
  exhausted boolean not null default false,
  primary key (site, day)
);
