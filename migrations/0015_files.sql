-- Files that a site's assistant answers from. What was learned of one is the document of the same id. Times are milliseconds
-- since the epoch.

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

-- What is in a file, until it was read. In parts, so that no query holds all of it. The first are there before their file is:
-- nobody waits for one transaction with all of them.
create table file_parts (
  file text not null,
  part integer not null,
  bytes bytea not null,
  primary key (file, part)
);
-- Most are packed already.
alter table file_parts alter column bytes set storage external;
