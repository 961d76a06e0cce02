create table appointments (
  id text primary key,
  site text not null,
  title text not null,
  starts_at bigint not null,
  ends_at bigint not null check (ends_at > starts_at),
  -- The end with the buffer that was set when it was booked.
  free_at bigint not null check (free_at >= ends_at),
  timezone text not null,
  status text not null check (status in ('confirmed', 'pending', 'cancelled', 'completed', 'no_show', 'busy')),
  -- Set while the calendar is being written: the row takes its time, and nobody sees it.
  held_until bigint,
  -- What a hold becomes, so that any server can complete it.
  hold jsonb,
  -- The appointment that a hold is to move.
  moves text references appointments (id) on delete cascade,
  -- Whether it may overlap others.
  forced boolean not null default false,
  source text not null,
  provider text,
  external_id text,
  external_updated_at bigint,
  reschedule_url text,
  synced_at bigint,
  location text,
  notes text,
  attendee_name text,
  attendee_email text,
  attendee_phone text,
  attendee_timezone text,
  attendee_locale text,
  answers jsonb not null default '{}',
  conversation_id text references conversations (id) on delete set null,
  job_id text references jobs (id) on delete set null,
  lead_id text references leads (id) on delete set null,
  -- Set if a caller who may not read contacts named the contact, as in jobs.
  claim jsonb,
  -- The id that a page gave to its booking, so that a repeated request books once.
  request_id text,
  -- Counts what calendars must know: times and cancellations.
  sequence integer not null default 0,
  reminded_at bigint,
  created_by text,
  created_at bigint not null,
  updated_at bigint not null,
  check ((held_until is null) = (hold is null))
);
create index appointments_by_start on appointments (site, starts_at, id);
create index appointments_by_job on appointments (job_id) where job_id is not null;
create index appointments_by_contact on appointments (lead_id) where lead_id is not null;
create index appointments_by_conversation on appointments (conversation_id) where conversation_id is not null;
create index appointments_by_move on appointments (moves) where moves is not null;
create unique index appointments_by_event on appointments (site, provider, external_id) where external_id is not null;
create unique index appointments_by_request on appointments (conversation_id, request_id) where request_id is not null;

-- No appointment is longer, so that those around a time are found by the index of their starts.
alter table appointments add constraint appointments_length check (free_at - starts_at <= 2764800000);

-- Two appointments of a site never overlap unless somebody forces it. A writer waits for the others of the
-- site, and each statement after that sees what they committed.
create function refuse_overlap() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('appointments ' || new.site, 0));
  if exists (
    select from appointments a
    where a.site = new.site and a.id <> new.id and a.status in ('confirmed', 'pending', 'busy')
      and a.starts_at > new.starts_at - 2764800000 and a.starts_at < new.free_at and a.free_at > new.starts_at
      and a.id is distinct from new.moves and a.moves is distinct from new.id
  ) then
    raise exclusion_violation using message = 'the time is taken', constraint = 'appointments_overlap';
  end if;
  return null;
end
$$;
create trigger refuse_overlap after insert on appointments
for each row when (new.status in ('confirmed', 'pending') and not new.forced) execute function refuse_overlap();
-- What is changed without taking more time is not checked again.
create trigger refuse_moved_overlap after update of starts_at, ends_at, free_at, status, forced on appointments
for each row when (
  new.status in ('confirmed', 'pending') and not new.forced
  and (old.starts_at <> new.starts_at or old.free_at <> new.free_at or old.status not in ('confirmed', 'pending'))
) execute function refuse_overlap();

-- The details of a contact are removed from the log with it.
create index events_of_appointments on events ((data -> 'appointment' ->> 'id'))
  where type in ('appointment.created', 'appointment.updated', 'appointment.cancelled', 'appointment.reminder');

-- The link to book an appointment that a page of the website has, and whose it is.
alter table pages add column booking_url text, add column booking_provider text;

-- The times that were offered in a conversation, which alone can be picked there, for an hour.
create table slot_offers (
  id bigint generated always as identity primary key,
  conversation_id text not null references conversations (id) on delete cascade,
  at bigint not null,
  starts bigint[] not null,
  title text not null,
  minutes integer not null
);
create index slot_offers_by_conversation on slot_offers (conversation_id, id);
create index slot_offers_by_time on slot_offers (at);
