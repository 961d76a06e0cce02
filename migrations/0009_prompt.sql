-- What the owner tells the assistant. Every publish and every restore adds a version; none is ever changed.

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
