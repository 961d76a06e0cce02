-- What a blob contains, and the file that it belongs to. A blob without an owner is unfinished: its parts still arrive.
alter table blobs
  -- The SHA-256 of its bytes, in hex.
  add column hash text,
  -- The media type that its first bytes prove.
  add column type text,
  add column owner_kind text check (owner_kind in ('chat_file', 'knowledge_file')),
  add column owner_id text,
  add column created_at bigint;

-- So far a blob had the id of its file.
update blobs set
  owner_kind = case when id like 'cfile\_%' then 'chat_file' else 'knowledge_file' end,
  owner_id = id,
  hash = (
    select encode(sha256(coalesce(string_agg(bytes, '' order by part), '')), 'hex') from file_parts where file = blobs.id),
  type = 'application/octet-stream',
  created_at = (extract(epoch from now()) * 1000)::bigint;
update blobs set type = messages.file ->> 'type', created_at = messages.ts
from messages where messages.file is not null and messages.file ->> 'id' = blobs.id;
update blobs set created_at = files.created_at, type = case files.type
    when 'pdf' then 'application/pdf'
    when 'docx' then 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    else 'text/plain' end
from files where files.id = blobs.id;

alter table blobs
  alter column created_at set not null,
  add check ((owner_kind is null) = (owner_id is null)),
  add check (owner_kind is null or (hash is not null and type is not null));
create unique index blobs_by_owner on blobs (owner_kind, owner_id);

-- Parts of uploads that were never finished.
delete from file_parts where not exists (select from blobs where id = file);
alter table file_parts add foreign key (file) references blobs (id) on delete cascade;
