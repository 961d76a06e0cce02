-- The overview counts the questions that were first asked on a day.
create index gaps_by_first_asking on gaps (site, first_asked_at);
