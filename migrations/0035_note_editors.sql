-- Who changed a note last, if that is not its author.
alter table notes add column edited_by text;
alter table notes add column edited_name text;
