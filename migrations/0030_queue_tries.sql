-- A push notification is a task for each browser. Those that were planned before are minutes old.
delete from queue where type = 'push.send';

-- Only a failed run is a failure: a task whose server stopped or died keeps its tries.
alter table queue rename column attempts to failures;

create or replace function free_dead_tasks(at bigint, waits bigint[]) returns void language plpgsql
set enable_seqscan = off set jit = off as $$
begin
  update queue set lease = null, failures = case when rerun then 0 else failures end, rerun = false, crashes = crashes + 1,
    run_at = greatest(run_at, at + waits[least(crashes + 1, cardinality(waits))])
  where lease is not null and not lease_holds(lease);
end
$$;
