-- The invented past of the demo: how far it is made, and what of it there is to take away again.

create table demo_histories (
  site text primary key,
  -- When it was begun: all of it happened before.
  at bigint not null,
  -- The piece that comes next.
  next integer not null default 0
);

create table demo_records (
  site text not null,
  kind text not null,
  id text not null,
  primary key (site, kind, id)
);
