-- The team's side of contacts: tags, defined attributes, and what their lists are walked by.

create table contact_tags (
  id text primary key,
  site text not null,
  name text not null,
  color text not null,
  created_at bigint not null
);
create unique index contact_tags_by_name on contact_tags (site, lower(name collate "und-x-icu"));

create table lead_tags (
  lead_id text not null references leads (id) on delete cascade,
  tag_id text not null references contact_tags (id) on delete cascade,
  -- The contact's own: the list of a tag is walked by it.
  updated_at bigint not null,
  primary key (lead_id, tag_id)
);
create index lead_tags_by_update on lead_tags (tag_id, updated_at, lead_id);

alter table leads
  -- Whether it has a tag, so that those without any are found.
  add column tagged boolean not null default false;
create index leads_untagged on leads (site, updated_at, id) where not tagged;
create index leads_by_status on leads (site, status, updated_at, id);
-- An export goes by what does not change meanwhile.
create index leads_by_creation on leads (site, created_at, id);

-- What the log says of a contact, to take it out when the contact is deleted.
create index events_of_leads on events ((data ->> 'leadId')) where type in ('lead.captured', 'lead.updated');

-- What a site wants to know of its contacts and conversations, for forms and screens.
create table attribute_definitions (
  id text primary key,
  site text not null,
  entity text not null check (entity in ('contact', 'conversation')),
  key text not null,
  label text not null,
  type text not null check (type in ('text', 'number', 'boolean', 'date', 'choice')),
  options jsonb not null default '[]',
  description text not null default '',
  created_at bigint not null,
  updated_at bigint not null
);
create unique index attribute_definitions_by_key on attribute_definitions (site, entity, key);
