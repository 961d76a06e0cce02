-- The bytes of files, of knowledge and of chats, are blobs, whose parts are file_parts: see server/core/blobs.ts.
-- A blob exists once its row does. The sizes of a site's blobs count against its quota.
create table blobs (
  id text primary key,
  site text not null,
  size integer not null
);
create index blobs_by_site on blobs (site) include (size);

insert into blobs (id, site, size)
select id, site, size from files where exists (select from file_parts where file = files.id);

update queue set type = 'blobs.forget', data = jsonb_build_object('id', data -> 'file')
where type = 'knowledge.file.forget';

-- The file that somebody sent with a message; its blob has the id of the file.
alter table messages add column file jsonb;
create index messages_with_file on messages (site, ts) where file is not null and not file ? 'deletedAt';
