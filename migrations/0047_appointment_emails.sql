-- What the attendee of an appointment was emailed last: null if nothing.
alter table appointments add column emailed jsonb, add column emails integer not null default 0;

create index appointments_by_creation on appointments (site, created_at);
-- A rare status is found without reading the others.
create index appointments_by_status on appointments (site, status, starts_at, id) where held_until is null;

-- The pages that a sync has read: a calendar whose pages lead back to each other would never end.
alter table calendar_syncs add column pages integer not null default 0;
