-- Tasks of one type, site and key run one at a time, in the order in which they were enqueued; tasks of one target share its
-- places.
alter table queue
  add column key text,
  add column target text not null default '',
  -- An earlier task of its key is not over.
  add column blocked boolean not null default false;

drop index queue_by_time;
-- What may run, at its time: whether there is any, and the first of each type, site and target.
create index queue_by_time on queue (run_at, id) where lease is null and not blocked;
create index queue_by_target on queue (type, site, target, run_at, id) where lease is null and not blocked;
create index queue_by_key on queue (type, site, key, id) where key is not null;

-- The settings of the functions below keep them to the indexes. The queue grows from empty to full faster than its statistics,
-- and a plan that was made for an empty queue reads all of a full one.

-- Held to the end of the transaction by whoever enqueues or ends a task of this key.
create function lock_key(of_type text, of_site text, of_key text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'queue', of_type, of_site, of_key), 0));
end
$$;

-- The id of a new task. Of two transactions that enqueue tasks of one key, the one that commits first gets the lower id.
create function next_task_id(of_type text, of_site text, of_key text) returns bigint language plpgsql as $$
begin
  if of_key is not null then
    perform lock_key(of_type, of_site, of_key);
  end if;
  return nextval('queue_id_seq');
end
$$;

-- Whether a new task of this key has to wait for an earlier one. What is looked at is read after the lock was waited for.
create function key_is_busy(of_type text, of_site text, of_key text) returns boolean language plpgsql
set enable_seqscan = off set jit = off as $$
begin
  if of_key is null then
    return false;
  end if;
  perform lock_key(of_type, of_site, of_key);
  return exists (select from queue where type = of_type and site = of_site and key = of_key);
end
$$;

-- The end of a task lets the next of its key run.
create function free_key() returns trigger language plpgsql
set enable_seqscan = off set jit = off as $$
begin
  perform lock_key(old.type, old.site, old.key);
  update queue set blocked = false
  where blocked and id = (
    select id from queue where type = old.type and site = old.site and key = old.key order by id limit 1);
  return null;
end
$$;
create trigger free_key after delete on queue for each row when (old.key is not null and not old.blocked)
  execute function free_key();

-- Frees the tasks of servers that died. A task that was run by so many of them in a row waits for the milliseconds at that
-- place of `waits`, and from there on for the last: it may be what ends them.
create function free_dead_tasks(at bigint, waits bigint[]) returns void language plpgsql
set enable_seqscan = off set jit = off as $$
begin
  update queue set lease = null, attempts = case when rerun then 0 else attempts end, rerun = false, crashes = crashes + 1,
    run_at = greatest(run_at, at + waits[least(crashes + 1, cardinality(waits))])
  where lease is not null and not lease_holds(lease);
end
$$;

-- The due tasks that may run: the first few of each type, site and target. It goes from one of these groups to the next by the
-- index, so it costs the same however many tasks wait in a group, for their time, or for an earlier one of their key.
create function due_tasks(of_types text[], at bigint, most integer)
returns table (id bigint, type text, site text, target text, run_at bigint) language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off as $$
begin
  return query
    with recursive groups as (
      select known.type, first.site, first.target
      from unnest(of_types) known (type) cross join lateral (
        select q.site, q.target from queue q
        where q.type = known.type and q.lease is null and not q.blocked
        order by q.site, q.target limit 1) first
      where exists (select from queue q where q.lease is null and not q.blocked and q.run_at <= due_tasks.at)
      union all
      select groups.type, next.site, next.target
      from groups cross join lateral (
        select q.site, q.target from queue q
        where q.type = groups.type and (q.site, q.target) > (groups.site, groups.target)
          and q.lease is null and not q.blocked
        order by q.site, q.target limit 1) next)
    select due.id, due.type, due.site, due.target, due.run_at from groups cross join lateral (
      select q.id, q.type, q.site, q.target, q.run_at from queue q
      where q.type = groups.type and q.site = groups.site and q.target = groups.target
        and q.lease is null and not q.blocked and q.run_at <= due_tasks.at
      order by q.run_at, q.id limit most) due
    order by due.run_at, due.id;
end
$$;
