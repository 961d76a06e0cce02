-- The pipeline of a site. Its row is locked by everything that creates, moves or changes jobs.
create table pipelines (
  site text primary key,
  currency text not null,
  fields jsonb not null,
  -- The number of the next job. A creation that is rolled back uses none.
  next_number integer not null default 1,
  -- Whether somebody chose its stages.
  set_up boolean not null default false
);

create table stages (
  id text primary key,
  site text not null,
  name text not null,
  color text not null,
  kind text not null check (kind in ('open', 'won', 'lost')),
  position integer not null,
  rot_days integer
);
create index stages_by_site on stages (site, position);

create table jobs (
  id text primary key,
  site text not null,
  number integer not null,
  title text not null,
  details text,
  stage_id text not null references stages (id),
  -- The kind of its stage.
  status text not null check (status in ('open', 'won', 'lost')),
  -- The place in its stage: not consecutive, so that a job can be put between two others.
  position bigint not null,
  fields jsonb not null,
  lead_id text references leads (id) on delete set null,
  -- Set if a caller who may not read contacts named the contact: what that caller sent is shown instead of its details.
  claim jsonb,
  conversation_id text references conversations (id) on delete set null,
  source text not null check (source in ('chat', 'quote', 'api', 'manual', 'callback')),
  value double precision,
  value_cents bigint,
  currency text,
  due_at bigint,
  assigned_to text,
  assigned_name text,
  stage_changed_at bigint not null,
  closed_at bigint,
  lost_reason text,
  created_at bigint not null,
  updated_at bigint not null,
  folded text generated always as (fold(
    title || ' ' || coalesce(details, '') || ' ' || jsonb_path_query_array(fields, '$.*')::text)) stored,
  unique (site, number),
  -- Checked at the end of each statement, because one statement renumbers a stage.
  unique (stage_id, position) deferrable
);
create index jobs_by_assignee on jobs (stage_id, assigned_to, position);
-- A null in an index does not keep the order of what follows it.
create index jobs_unassigned on jobs (stage_id, position) where assigned_to is null;
create index jobs_by_source on jobs (stage_id, source, position);
create index jobs_by_contact on jobs (lead_id) where lead_id is not null;
create index jobs_by_conversation on jobs (conversation_id) where conversation_id is not null;

-- What GET /jobs counts, so that it does not read all jobs.
create table job_tallies (
  stage_id text not null references stages (id) on delete cascade,
  -- Empty for nobody.
  assigned_to text not null,
  source text not null,
  count integer not null,
  -- Many large values exceed a bigint.
  value_cents numeric not null,
  primary key (stage_id, assigned_to, source)
);

create function tally_jobs() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update job_tallies set count = count - 1, value_cents = value_cents - coalesce(old.value_cents, 0)
    where stage_id = old.stage_id and assigned_to = coalesce(old.assigned_to, '') and source = old.source;
    delete from job_tallies
    where stage_id = old.stage_id and assigned_to = coalesce(old.assigned_to, '') and source = old.source and count = 0;
  end if;
  if tg_op <> 'DELETE' then
    insert into job_tallies (stage_id, assigned_to, source, count, value_cents)
    values (new.stage_id, coalesce(new.assigned_to, ''), new.source, 1, coalesce(new.value_cents, 0))
    on conflict (stage_id, assigned_to, source) do update
    set count = job_tallies.count + 1, value_cents = job_tallies.value_cents + excluded.value_cents;
  end if;
  return null;
end
$$;
create trigger tally_jobs after insert or delete or update of stage_id, assigned_to, source, value_cents on jobs
for each row execute function tally_jobs();

-- What the overview counts of them, by when they were created and closed.
create function tally_job() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    insert into tally_changes (site, quarter, name, key, change)
    values (coalesce(new.site, old.site), quarter_of(coalesce(new.created_at, old.created_at)), 'job created',
      coalesce(new.source, old.source), case tg_op when 'INSERT' then 1 else -1 end);
  end if;
  if tg_op <> 'INSERT' and old.closed_at is not null then
    insert into tally_changes (site, quarter, name, key, change)
    values (old.site, quarter_of(old.closed_at), 'job closed', old.status, -1);
  end if;
  if tg_op <> 'DELETE' and new.closed_at is not null then
    insert into tally_changes (site, quarter, name, key, change)
    values (new.site, quarter_of(new.closed_at), 'job closed', new.status, 1);
  end if;
  return null;
end
$$;
create trigger tally_job after insert or delete or update of status, closed_at on jobs
for each row when (not tallies_stand_still()) execute function tally_job();
-- The value of what was won in a period is read from this index alone.
create index jobs_won on jobs (site, currency, closed_at) include (value_cents) where status = 'won';

create table job_history (
  id text primary key,
  seq bigint generated always as identity,
  job_id text not null references jobs (id) on delete cascade,
  at bigint not null,
  actor text not null,
  actor_name text,
  kind text not null,
  data jsonb not null
);
create index job_history_by_job on job_history (job_id, seq);

alter table notes add column job_id text references jobs (id) on delete cascade;
create index notes_by_job on notes (job_id, created_at, id) where job_id is not null;

create table job_files (
  id text primary key,
  site text not null,
  job_id text not null references jobs (id) on delete cascade,
  name text not null,
  type text not null,
  size integer not null,
  uploaded_by text not null,
  created_at bigint not null
);
create index job_files_by_job on job_files (job_id, created_at, id);

alter table blobs
  drop constraint blobs_owner_kind_check,
  add constraint blobs_owner_kind_check check (owner_kind in ('chat_file', 'knowledge_file', 'job_file'));

-- Two spellings of a telephone number are the same contact's.
create function phone_key(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(replace($1, '(0)', ''), '[^0-9+]', '', 'g'), '^00', '+')
$$;
create index leads_by_phone on leads (site, phone_key(phone)) where phone is not null;

-- The details of a contact, or of a job, are removed from the log with it.
create index events_of_job_contacts on events ((data -> 'job' -> 'contact' ->> 'id'))
  where type in ('job.created', 'job.updated', 'job.stage_changed', 'job.won', 'job.lost');
create index events_of_jobs on events ((data -> 'job' ->> 'id'))
  where type in ('job.created', 'job.updated', 'job.stage_changed', 'job.won', 'job.lost');

-- Where pg_trgm is not installed, or this user may not create it, a search reads the texts one after the other.
do $$ begin
  create extension if not exists pg_trgm;
  create index jobs_by_words on jobs using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 256);
exception when undefined_file or insufficient_privilege or feature_not_supported then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end $$;
