-- Search by meaning: a vector for each passage, of the model that made it. Without pgvector they stand here unused.

-- Of all that its vector and its lexemes are made from: a passage that is cut again as it was stays what it is.
alter table passages add column hash text not null default '';
create index passages_by_site on passages (site, number);

-- Models differ in their dimensions, and an index takes one number of them: each site and model gets an index of its own
-- over a cast, made when the first vector comes.
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
