-- A server may not learn that a statement of it stored a lease: the answer was lost with the connection. It lives on, so
-- that nobody would take over what the lease claims. It names such leases here, by what follows the dot, and they do not
-- hold.
alter table servers add column lost text[] not null default '{}';

create or replace function lease_holds(lease text) returns boolean language sql stable as $$
  select exists (
    select from servers where id = split_part(lease, '.', 1) and split_part(lease, '.', 2) <> all(lost))
$$;
