-- When the team was last notified that the tool fails.
alter table tools add column notified_at bigint;
