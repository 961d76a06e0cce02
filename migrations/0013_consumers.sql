-- Up to where each consumer of the event log came, for each site.
create table consumers (
  name text not null,
  site text not null,
  seq bigint not null,
  primary key (name, site)
);

-- Where a consumer begins: after everything of a site that is older than `since`, and is settled.
create function consumer_start(of_site text, since bigint) returns bigint language plpgsql as $$
declare
  settled bigint := settled_place();
begin
  return least(settled, (select min(seq) - 1 from events where site = of_site and at >= since));
end
$$;

-- Push follows the log as a consumer now.
drop table push_told;
