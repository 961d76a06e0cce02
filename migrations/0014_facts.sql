-- What a site's owner says of the business: one record a site. What can be asked about it is learned as a document of its
-- own, so that it is found like everything else.

create table facts (
  site text primary key,
  facts jsonb not null,
  updated_at bigint not null,
  updated_by text not null
);

alter table documents drop constraint documents_kind_check;
alter table documents
  add constraint documents_kind_check check (kind in ('manual', 'page', 'file', 'facts', 'gone'));
