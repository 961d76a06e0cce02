-- The figures of the overview. Each change of a record inserts, in its own transaction, what it adds and subtracts. A job
-- adds these rows up by quarters of an hour, by days in UTC, and by 32 such days. So writers never wait for a shared count,
-- and no change is lost or counted twice.

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
  -- How many quarters a row covers: 1, 96 for a day, or 3072 for 32 days.
  span smallint not null check (span in (1, 96, 3072)),
  name text not null,
  -- The first quarter.
  quarter integer not null,
  key text not null default '',
  count bigint not null,
  primary key (site, span, name, quarter, key)
);

-- Rows with a count of 0 are deleted: their key may be personal data, such as a topic with a name in it.
create index tallies_empty on tallies (count) where count = 0;

-- Counts do not change while records are copied, or when retention deletes them.
create function tallies_stand_still() returns boolean language sql stable as $$
  select coalesce(current_setting('frontdesk.tallies', true), '') in ('copied', 'still')
$$;
-- A copy includes the tallies themselves.
create function tallies_are_copied() returns boolean language sql stable as $$
  select coalesce(current_setting('frontdesk.tallies', true), '') = 'copied'
$$;

create function quarter_of(at bigint) returns integer language sql immutable as $$
  select (at / 900000)::integer
$$;

-- A length of time as one of few steps, for medians: every second up to a minute, then steps of 2 %.
create function step_of(seconds numeric) returns text language sql immutable as $$
  select case when seconds < 60 then greatest(0, floor(seconds))::text
    else (60 + floor(ln(seconds / 60) / ln(1.02)))::text end
$$;

-- What a conversation counts by its own row. This one and those below are PL/pgSQL because an SQL function is planned again
-- in each statement, which took two thirds of the time of a change.
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

-- What a conversation counts by its summary.
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

-- What a conversation counts by its summary and its ratings.
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

create function note_of_conversation() returns trigger language plpgsql as $$
declare who text := coalesce(new.assigned_name, new.assigned_to);
begin
  -- A person took over while the visitor was waiting.
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
-- Before the delete, because its summary and its messages are deleted with it.
create trigger conversations_taken_off before delete on conversations
  for each row when (not tallies_stand_still()) execute function tally_conversation();

create function tally_summary() returns trigger language plpgsql as $$
declare c conversations;
begin
  select * into c from conversations where id = coalesce(new.conversation_id, old.conversation_id);
  -- A deleted conversation subtracts its summary itself.
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

-- The current number of contacts and callbacks per status, which their lists return beside a page. It is kept at quarter 0,
-- and also changes when retention deletes a record.
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
