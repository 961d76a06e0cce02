-- Named sets of filters of the inbox: of one person, or shared with the team.
create table saved_views (
  id text primary key,
  site text not null,
  name text not null,
  query text not null,
  shared boolean not null,
  created_by text not null,
  created_at bigint not null
);
create index saved_views_by_site on saved_views (site, created_at, id);
