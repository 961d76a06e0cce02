-- When a page of the run was read last: a run that makes progress is continued however long it takes.
alter table calendar_syncs add column read_at bigint;

-- When a call that writes failed last. Until one works, calls that read do not count as the end of the failure.
alter table integrations add column write_failed_at bigint;
