-- What the overview counts. Each change of a record leaves, in its transaction, what it adds and takes away; a job adds that
-- up by quarters of an hour, by days in UTC, and by 32 such days. Nobody waits for anybody else's count, and none is lost or doubled.

create table tally_changes (
  site text not null,
  -- Quarters of an hour since the epoch.
  quarter integer not null,
  name text not null,
  key text not null default '',
  change integer not null
);

create table tallies (
  site text not null,
  -- How many quarters a row stands for: 1, 96 for a day, or 3072 for 32 days.
  span smallint not null check (span in (1, 96, 3072)),
  name text not null,
  -- The first of them.
  quarter integer not null,
  key text not null default '',
  count bigint not null,
  primary key (site, span, name, quarter, key)
);

-- What nothing is left of goes: it may hold words, such as a topic that names somebody.
create index tallies_empty on tallies (count) where count = 0;

alter table conversations
  -- Whether a person of the team ever had it, and whether its contact had an earlier one.
  add column had_person boolean not null default false,
  add column came_back boolean not null default false,
  -- Whether its visitor asked for a person, and whether nobody came in time.
  add column asked_person boolean not null default false,
  add column missed_person boolean not null default false,
  -- How long the visitor waited for whoever came first, in milliseconds, and the names of all who came for one who waited.
  add column waited bigint,
  add column answered_by text[] not null default '{}';

-- The lists behind the figures go by when conversations began.
create index conversations_by_beginning on conversations (site, started_at desc, id desc) where not spam;
create index callbacks_by_request on callbacks (site, requested_at, id);
create index leads_by_status_and_creation on leads (site, status, created_at, id);

create index gap_askings_by_time on gap_askings (at);

-- What is counted stands still where records are copied as they are, or go because they are old.
create function tallies_stand_still() returns boolean language sql stable as $$
  select coalesce(current_setting('frontdesk.tallies', true), '') in ('copied', 'still')
$$;
-- The tallies themselves are copied with the records.
create function tallies_are_copied() returns boolean language sql stable as $$
  select coalesce(current_setting('frontdesk.tallies', true), '') = 'copied'
$$;

create function quarter_of(at bigint) returns integer language sql immutable as $$
  select (at / 900000)::integer
$$;

-- A length of time as one of few steps: each second up to a minute, then steps of a fiftieth. Medians are read from them.
create function step_of(seconds numeric) returns text language sql immutable as $$
  select case when seconds < 60 then greatest(0, floor(seconds))::text
    else (60 + floor(ln(seconds / 60) / ln(1.02)))::text end
$$;

-- What one conversation counts by what stands in its own row. Like the others below it is no SQL function: such a one is
-- planned anew in each statement, which took two thirds of the time of a change.
create function conversation_tallies(c conversations) returns table (name text, key text, change integer)
language plpgsql as $$
begin
  return query
  select counted.name, counted.key, counted.change from (values
    ('conversations', '', 1),
    ('messages', '', c.message_count),
    ('page', left(split_part(split_part(c.page_url, '#', 1), '?', 1), 500), 1),
    ('country', c.country, 1),
    ('one message', case when c.visitor_count = 1 then '' end, 1),
    ('returning', case when c.came_back then '' end, 1),
    ('escalated', case when c.had_person then '' end, 1),
    ('seconds', case when c.completed_at is not null then step_of((c.last_at - c.started_at) / 1000.0) end, 1),
    ('live requested', case when c.asked_person then '' end, 1),
    ('live missed', case when c.missed_person then '' end, 1),
    ('live answered', case when c.waited is not null then '' end, 1),
    ('live wait', step_of(c.waited / 1000.0), 1)
  ) as counted (name, key, change)
  where not c.spam and counted.key is not null and counted.change <> 0
  union all select 'live person', person, 1 from unnest(c.answered_by) as person where not c.spam;
end
$$;

-- What it counts by its summary.
create function summary_tallies(c conversations, s summaries) returns table (name text, key text, change integer)
language plpgsql as $$
begin
  return query
  select counted.name, counted.key, 1 from (
    values
      ('summarized', ''),
      ('outcome', s.outcome),
      ('sentiment', s.sentiment),
      ('quality', s.lead_quality),
      ('resolved', case when s.outcome in ('answered', 'booked', 'lead_captured') and not c.had_person then '' end),
      ('needs person', case when s.outcome in ('unanswered', 'pending', 'callback_requested') and not c.had_person then '' end)
    union all
    select distinct 'topic', left(topic, 200) from jsonb_array_elements_text(s.topics) as topic
  ) as counted (name, key)
  where not c.spam and s.conversation_id is not null and counted.key is not null;
end
$$;

-- What it counts by what belongs to it.
create function attached_tallies(c conversations) returns table (name text, key text, change integer)
language plpgsql as $$
begin
  return query
  select found.* from summaries s, summary_tallies(c, s) as found where s.conversation_id = c.id
  union all
  select case when feedback > 0 then 'rated up' else 'rated down' end, '', count(*)::integer from messages
  where conversation_id = c.id and feedback <> 0 and not c.spam group by feedback > 0;
end
$$;
create index messages_rated on messages (conversation_id) where feedback <> 0;

create function note_of_conversation() returns trigger language plpgsql as $$
declare who text := coalesce(new.assigned_name, new.assigned_to);
begin
  -- A person came for whom the visitor waited.
  if tg_op = 'UPDATE' and old.waiting_since is not null and new.waiting_since is null and new.status = 'live'
    and new.assigned_to is not null
  then
    new.waited := coalesce(new.waited, greatest(0, coalesce(new.taken_at, new.last_at) - old.waiting_since));
    new.answered_by := array_remove(new.answered_by, who) || who;
  end if;
  new.had_person := new.had_person
    or (new.status = 'live' and new.assigned_to is not null and new.waiting_since is null);
  new.came_back := new.came_back or (new.lead_id is not null and exists (
    select from conversations earlier
    where earlier.lead_id = new.lead_id and earlier.id <> new.id and earlier.started_at < new.started_at));
  return new;
end
$$;
create trigger conversations_noted before insert or update of status, assigned_to, waiting_since, lead_id on conversations
  for each row when (not tallies_stand_still()) execute function note_of_conversation();

create function tally_conversation() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into tally_changes
      select new.site, quarter_of(new.started_at), name, key, sum(change) from (
        select * from conversation_tallies(new)
        union all select name, key, -change from conversation_tallies(old)) as differing
      group by name, key having sum(change) <> 0;
    if new.spam <> old.spam or new.had_person <> old.had_person then
      insert into tally_changes
        select new.site, quarter_of(new.started_at), name, key, sum(change) from (
          select * from attached_tallies(new)
          union all select name, key, -change from attached_tallies(old)) as differing
        group by name, key having sum(change) <> 0;
    end if;
  elsif tg_op = 'INSERT' then
    insert into tally_changes
      select new.site, quarter_of(new.started_at), name, key, change from conversation_tallies(new);
  else
    insert into tally_changes
      select old.site, quarter_of(old.started_at), name, key, -change from (
        select * from conversation_tallies(old) union all select * from attached_tallies(old)) as gone;
    return old;
  end if;
  return new;
end
$$;
create trigger conversations_tallied after insert on conversations
  for each row when (not tallies_stand_still()) execute function tally_conversation();
create trigger conversations_tallied_anew after update on conversations
  for each row when (
    (old.message_count, old.visitor_count, old.spam, old.had_person, old.came_back, old.completed_at, old.page_url,
      old.country, old.asked_person, old.missed_person, old.waited, old.answered_by)
      is distinct from
    (new.message_count, new.visitor_count, new.spam, new.had_person, new.came_back, new.completed_at, new.page_url,
      new.country, new.asked_person, new.missed_person, new.waited, new.answered_by)
    or (old.completed_at is not null and old.last_at <> new.last_at))
  execute function tally_conversation();
-- Before, as its summary and its messages go with it.
create trigger conversations_taken_off before delete on conversations
  for each row when (not tallies_stand_still()) execute function tally_conversation();

create function tally_summary() returns trigger language plpgsql as $$
declare c conversations;
begin
  select * into c from conversations where id = coalesce(new.conversation_id, old.conversation_id);
  -- One that goes takes its summary off the count itself.
  if c.id is not null then
    insert into tally_changes
      select c.site, quarter_of(c.started_at), name, key, sum(change) from (
        select * from summary_tallies(c, new)
        union all select name, key, -change from summary_tallies(c, old)) as differing
      group by name, key having sum(change) <> 0;
  end if;
  return null;
end
$$;
create trigger summaries_tallied after insert or update or delete on summaries
  for each row when (not tallies_stand_still()) execute function tally_summary();

create function tally_rating() returns trigger language plpgsql as $$
begin
  insert into tally_changes
    select c.site, quarter_of(c.started_at), name, '', sum(change) from conversations c, (values
      (case when new.feedback > 0 then 'rated up' when new.feedback < 0 then 'rated down' end, 1),
      (case when old.feedback > 0 then 'rated up' when old.feedback < 0 then 'rated down' end, -1)) as differing (name, change)
    where c.id = new.conversation_id and not c.spam and name is not null
    group by c.site, c.started_at, name having sum(change) <> 0;
  return null;
end
$$;
create trigger messages_rating_tallied after update of feedback on messages
  for each row when (old.feedback is distinct from new.feedback and not tallies_stand_still())
  execute function tally_rating();

create function tally_lead() returns trigger language plpgsql as $$
begin
  insert into tally_changes
    select one.site, quarter_of(one.created_at), 'leads', '', case when tg_op = 'INSERT' then 1 else -1 end
    from (select (case when tg_op = 'INSERT' then new else old end).*) as one;
  return null;
end
$$;
create trigger leads_tallied after insert or delete on leads
  for each row when (not tallies_stand_still()) execute function tally_lead();

create function callback_tallies(b callbacks) returns table (name text, key text, change integer)
language plpgsql as $$
begin
  return query
  select counted.name, counted.key, 1 from (values
    ('callback', b.status),
    ('callback hours', case when b.status = 'done' then step_of((b.closed_at - b.requested_at) / 1000.0) end)
  ) as counted (name, key)
  where b.id is not null and counted.key is not null;
end
$$;
create function tally_callback() returns trigger language plpgsql as $$
begin
  insert into tally_changes
    select coalesce(new.site, old.site), quarter_of(coalesce(new.requested_at, old.requested_at)), name, key, sum(change) from (
      select * from callback_tallies(new)
      union all select name, key, -change from callback_tallies(old)) as differing
    group by name, key having sum(change) <> 0;
  return null;
end
$$;
create trigger callbacks_tallied after insert or update or delete on callbacks
  for each row when (not tallies_stand_still()) execute function tally_callback();

-- How many contacts and callbacks of each status there are now, which their lists tell beside a page: counted at quarter 0, and
-- also where they go because they are old.
create function count_contact() returns trigger language plpgsql as $$
begin
  insert into tally_changes
    select coalesce(new.site, old.site), 0, name, status, sum(change) from (values
      ('contacts now', new.status, 1), ('contacts untagged', case when not new.tagged then new.status end, 1),
      ('contacts now', old.status, -1), ('contacts untagged', case when not old.tagged then old.status end, -1)
    ) as differing (name, status, change)
    where status is not null group by name, status having sum(change) <> 0;
  return null;
end
$$;
create trigger leads_counted after insert or delete on leads
  for each row when (not tallies_are_copied()) execute function count_contact();
create trigger leads_counted_anew after update on leads
  for each row when ((old.status, old.tagged) is distinct from (new.status, new.tagged)) execute function count_contact();

create function count_callback() returns trigger language plpgsql as $$
begin
  insert into tally_changes
    select coalesce(new.site, old.site), 0, 'callbacks now', status, sum(change)
    from (values (new.status, 1), (old.status, -1)) as differing (status, change)
    where status is not null group by status having sum(change) <> 0;
  return null;
end
$$;
create trigger callbacks_counted after insert or delete on callbacks
  for each row when (not tallies_are_copied()) execute function count_callback();
create trigger callbacks_counted_anew after update on callbacks
  for each row when (old.status <> new.status) execute function count_callback();
