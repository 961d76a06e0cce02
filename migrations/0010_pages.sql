-- The pages of a site's website: what is known of each, and the runs that learned them. What was learned of a page is the
-- document of the same id. Times are milliseconds since the epoch.

create table crawl_runs (
  id text primary key,
  site text not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  trigger text not null check (trigger in ('api', 'dashboard', 'schedule', 'retry', 'cli')),
  -- Whether links of its pages are followed, and which are taken up.
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
-- One at a time for a site.
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
  -- What it was before a run asked for it, for when that is cancelled.
  was text,
  http_status integer,
  error text,
  -- Whether what failed may work later without anybody's doing.
  passing boolean not null default false,
  selected boolean not null,
  source text not null check (source in ('sitemap', 'link', 'api')),
  -- How many passages were cut from it.
  chunks integer not null default 0,
  crawled_at bigint,
  -- What its server said of its edition, to ask for it only when it has changed.
  etag text,
  last_modified text,
  -- Of the bytes that came, for servers that do not say.
  content_hash text,
  -- The hashes of the blocks of text in its main part, and of those that were not learned, as nearly every page has them.
  blocks integer[] not null default '{}',
  left_out integer[] not null default '{}',
  -- What it says of the business for machines to read.
  details jsonb,
  -- The run that is still to fetch it.
  run text references crawl_runs (id) on delete set null,
  created_at bigint not null
);
create unique index pages_by_url on pages (site, md5(url));
create index pages_by_address on pages (site, url);
create index pages_by_status on pages (site, status, url);
create index pages_by_run on pages (run, id) where run is not null;
create index pages_by_final_url on pages (site, md5(final_url)) where final_url is not null;
-- A page that says what another does, word for word, is not learned twice.
create index documents_by_content on documents (site, content_hash) where kind = 'page';

-- On how many pages of a site a block of text is, and from how many of them it was learned.
create table page_blocks (
  site text not null,
  hash integer not null,
  pages integer not null,
  learned integer not null,
  primary key (site, hash)
) with (fillfactor = 80);
