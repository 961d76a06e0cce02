-- Emails to visitors, for the limits on them and so that each pause of the team is one email.
create table visitor_emails (
  id bigint generated always as identity primary key,
  site text not null,
  conversation_id text not null references conversations (id) on delete cascade,
  -- A hash.
  address text not null,
  kind text not null check (kind in ('reply', 'transcript')),
  -- The number of the last message in it.
  seq bigint not null,
  at bigint not null
);
create index visitor_emails_of_conversation on visitor_emails (conversation_id, kind, seq);
create index visitor_emails_to_address on visitor_emails (site, address, at);
create index visitor_emails_by_time on visitor_emails (at);

-- Addresses to which a site sends no email. Hashed, so that they survive the erasure of a contact and reveal nobody.
create table email_refusals (
  site text not null,
  address text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained')),
  -- What the mail server said.
  message text not null,
  at bigint not null,
  primary key (site, address)
);
create index email_refusals_by_time on email_refusals (site, at);

alter table email_services add column to_visitors boolean not null default true;
