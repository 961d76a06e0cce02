-- What a site's assistant answers from: documents, the passages that they are cut into, the statistics that BM25 needs, the
-- vectors of semantic search, and the questions that all of it did not answer.

create table documents (
  id text primary key,
  site text not null,
  -- A page, a file or the facts of a site have a record of their own, with the same id. See 0009_sources.sql.
  kind text not null check (kind in ('manual', 'page', 'file', 'facts', 'gone')),
  title text not null,
  url text,
  category text,
  -- The text search configuration of its lexemes: a site may use several languages.
  language text not null,
  content text not null,
  content_hash text not null,
  passages integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  updated_by text
);
create index documents_by_site on documents (site, kind, updated_at, id);
-- A manual entry with the same title replaces the earlier one; a page with the same URL does too.
create unique index documents_by_title on documents (site, title) where kind = 'manual';
create unique index documents_by_url on documents (site, md5(url)) where kind = 'page';
-- A page with exactly the words of another page is not learned twice.
create index documents_by_content on documents (site, content_hash) where kind = 'page';

create table passages (
  number integer generated always as identity primary key,
  id text not null unique,
  site text not null,
  document text not null references documents (id),
  ordinal integer not null,
  heading_path text not null,
  content text not null,
  tokens integer not null,
  -- The number of its lexemes with repetitions, and the numbers of the distinct ones.
  length integer not null,
  lexemes integer[] not null,
  -- A hash of everything that its vector and its lexemes are made from. An unchanged passage keeps both.
  hash text not null default '',
  -- The edition of the rules by which it was cut and counted; one of an earlier edition is counted again in the background.
  edition smallint not null default 0
);
create unique index passages_by_document on passages (document, ordinal);
create index passages_by_site on passages (site, number);
create index passages_by_edition on passages (site, edition);

-- The statistics change in the transaction of the passage itself, under a lock of the site, so they are exact.

create table knowledge_sizes (
  site text not null,
  language text not null,
  passages integer not null,
  length bigint not null,
  primary key (site, language)
);

-- `passages` is the document frequency of BM25. Sorted by bytes, so that a prefix is a range.
create table lexemes (
  number integer generated always as identity primary key,
  site text not null,
  lexeme text collate "C" not null,
  passages integer not null
) with (fillfactor = 80);
create unique index lexemes_by_site on lexemes (site, lexeme);

-- The index holds everything that scoring reads.
create table postings (
  lexeme integer not null,
  passage integer not null,
  count smallint not null,
  length smallint not null,
  primary key (lexeme, passage) include (count, length)
);

-- A vector for each passage, by the model that made it. Without pgvector nothing reads them.
-- Models differ in their dimensions, and an index takes one number of dimensions. So each site and model gets an index of its
-- own over a cast, which is created with the first vector.
create table vectors (
  passage integer primary key references passages (number) on delete cascade,
  site text not null,
  model text not null,
  dimensions integer not null,
  -- Of length 1.
  embedding real[] not null
);
alter table vectors alter column embedding set storage external;
create index vectors_by_site on vectors (site, model, dimensions);

-- Questions about the business that the knowledge did not answer.
create table gaps (
  id text primary key,
  site text not null,
  -- The earliest wording that is still kept.
  question text not null,
  -- Its subject: [{lexemes, weight}], one per word; and all lexemes together, to find similar questions.
  terms jsonb not null,
  lexemes text[] not null,
  count integer not null,
  first_asked_at bigint not null,
  last_asked_at bigint not null,
  status text not null default 'open' check (status in ('open', 'answered', 'dismissed')),
  answer text,
  answered_at bigint,
  answered_by text,
  entry_id text
);
create index gaps_by_count on gaps (site, status, count desc, id desc);
create index gaps_by_lexeme on gaps using gin (lexemes);

-- Each time that it was asked, and in which words. A row is deleted with its conversation.
create table gap_askings (
  id text primary key,
  gap text not null references gaps (id) on delete cascade,
  conversation_id text not null references conversations (id) on delete cascade,
  question text not null,
  terms jsonb not null,
  at bigint not null
);
create index gap_askings_by_gap on gap_askings (gap, at, id);
create index gap_askings_by_conversation on gap_askings (conversation_id);
create index gap_askings_by_time on gap_askings (at);
