-- A snoozed conversation leaves the lists of its assignee until a time, or, without one, until its visitor writes.
alter table conversations
  add column snoozed_at bigint,
  add column snoozed_until bigint;
create index conversations_snoozed on conversations (site, last_at desc, id desc) where snoozed_at is not null and not spam;
