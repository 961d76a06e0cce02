-- Work that one server at a time may do, by its name: see withLease in server/core/lease.ts.
create table leases (
  name text primary key,
  lease text not null
);

-- The check of the live chats has such a lease, and keeps what it found.
alter table watch drop column lease;
