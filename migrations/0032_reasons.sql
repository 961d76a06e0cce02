-- The reason of each failure for programs, beside its English sentence. Null without a failure, and for failures stored
-- before this migration: clients show the sentence then.
alter table pages add column reason text, add column params jsonb;
alter table crawl_runs add column reason text, add column params jsonb;
alter table files add column reason text, add column params jsonb;
alter table telegram add column reason text, add column params jsonb;
