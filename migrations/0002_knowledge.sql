-- What a site's assistant answers from: documents, the passages that they are cut into, and what BM25 needs to find one.
-- Times are milliseconds since the epoch.

create table documents (
  id text primary key,
  site text not null,
  kind text not null check (kind in ('manual', 'page', 'file')),
  title text not null,
  url text,
  category text,
  -- The text search configuration of its lexemes: a site may hold more than one language.
  language text not null,
  content text not null,
  content_hash text not null,
  passages integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  updated_by text
);
create index documents_by_site on documents (site, kind, updated_at, id);
-- An equal title replaces a hand-written entry, an equal address a page.
create unique index documents_by_title on documents (site, title) where kind = 'manual';
create unique index documents_by_url on documents (site, md5(url)) where kind = 'page';

create table passages (
  number integer generated always as identity primary key,
  id text not null unique,
  site text not null,
  document text not null references documents (id),
  ordinal integer not null,
  heading_path text not null,
  content text not null,
  tokens integer not null,
  -- How many lexemes it has, repetitions counted, and the numbers of the different ones.
  length integer not null,
  lexemes integer[] not null
);
create unique index passages_by_document on passages (document, ordinal);

-- The statistics. They are changed in the transaction of the change itself, under a lock of the site, and so are exact.

create table knowledge_sizes (
  site text not null,
  language text not null,
  passages integer not null,
  length bigint not null,
  primary key (site, language)
);

-- `passages` is the document frequency of BM25. Bytewise order, so that a prefix is a range.
create table lexemes (
  number integer generated always as identity primary key,
  site text not null,
  lexeme text collate "C" not null,
  passages integer not null
) with (fillfactor = 80);
create unique index lexemes_by_site on lexemes (site, lexeme);

-- Everything that scoring reads is in the index itself.
create table postings (
  lexeme integer not null,
  passage integer not null,
  count smallint not null,
  length smallint not null,
  primary key (lexeme, passage) include (count, length)
);
