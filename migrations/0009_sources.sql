-- Where knowledge comes from: the pages of a site's website, uploaded files, and the facts that the owner enters. What the
-- assistant learned from one is the document with the same id.

create table crawl_runs (
  id text primary key,
  site text not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  trigger text not null check (trigger in ('api', 'dashboard', 'schedule', 'retry', 'cli')),
  -- Whether it follows the links of its pages, and which links it takes.
  follows boolean not null,
  include text[] not null,
  exclude text[] not null,
  total integer not null,
  done integer not null default 0,
  learned integer not null default 0,
  failed integer not null default 0,
  chunks integer not null default 0,
  error text,
  started_at bigint,
  finished_at bigint,
  created_at bigint not null
);
create index crawl_runs_by_site on crawl_runs (site, created_at desc, id desc);
-- A site has one run at a time.
create unique index crawl_runs_at_work on crawl_runs (site) where status in ('queued', 'running');

create table pages (
  id text primary key,
  site text not null,
  url text not null,
  final_url text,
  title text,
  category text,
  status text not null
    check (status in ('discovered', 'queued', 'indexed', 'unchanged', 'failed', 'blocked', 'gone')),
  -- The status before a run queued it, to restore when that run is cancelled.
  was text,
  http_status integer,
  error text,
  -- Whether the failure may be temporary.
  passing boolean not null default false,
  selected boolean not null,
  source text not null check (source in ('sitemap', 'link', 'api')),
  -- The number of passages cut from it.
  chunks integer not null default 0,
  crawled_at bigint,
  -- What its server said about its version; the next request asks only for a newer one.
  etag text,
  last_modified text,
  -- A hash of the received bytes, for servers that send neither.
  content_hash text,
  -- The hashes of the blocks of text in its main part, and of those left out because nearly every page has them.
  blocks integer[] not null default '{}',
  left_out integer[] not null default '{}',
  -- What it says about the business in machine-readable form.
  details jsonb,
  -- The run that has yet to fetch it.
  run text references crawl_runs (id) on delete set null,
  created_at bigint not null
);
create unique index pages_by_url on pages (site, md5(url));
create index pages_by_address on pages (site, url);
create index pages_by_status on pages (site, status, url);
create index pages_by_run on pages (run, id) where run is not null;
create index pages_by_final_url on pages (site, md5(final_url)) where final_url is not null;

-- How many pages of a site contain a block of text, and from how many of them it was learned.
create table page_blocks (
  site text not null,
  hash integer not null,
  pages integer not null,
  learned integer not null,
  primary key (site, hash)
) with (fillfactor = 80);

create table files (
  id text primary key,
  site text not null,
  name text not null,
  type text not null check (type in ('pdf', 'docx', 'txt', 'md', 'html', 'csv', 'json')),
  size integer not null,
  status text not null check (status in ('queued', 'processing', 'indexed', 'error')),
  passages integer not null default 0,
  truncated boolean not null default false,
  error text,
  created_at bigint not null,
  created_by text,
  processed_at bigint
);
create index files_by_site on files (site, created_at desc, id desc);
create index files_to_read on files (site, created_at, id) where status in ('queued', 'processing');

-- The bytes of a file until they are read, in parts, so that no query holds all of them. The first parts are stored before
-- their file is, each in a transaction of its own.
create table file_parts (
  file text not null,
  part integer not null,
  bytes bytea not null,
  primary key (file, part)
);
-- Most files are compressed already.
alter table file_parts alter column bytes set storage external;

-- What the owner of a site says about the business: one record per site.
create table facts (
  site text primary key,
  facts jsonb not null,
  updated_at bigint not null,
  updated_by text not null
);
