-- Contacts (leads), their tags, and the attributes that a site defines.

create table leads (
  id text primary key,
  site text not null,
  conversation_id text,
  name text,
  email text,
  phone text,
  company text,
  address text,
  fields jsonb,
  attributes jsonb not null default '{}',
  source text not null,
  status text not null default 'new' check (status in ('new', 'contacted', 'qualified', 'won', 'lost')),
  notes text,
  created_at bigint not null,
  updated_at bigint not null,
  -- Whether the contact has a tag; an index finds the contacts without one.
  tagged boolean not null default false
);
create unique index leads_by_email on leads (site, email) where email is not null;
create index leads_by_update on leads (site, updated_at, id);
create index leads_by_status on leads (site, status, updated_at, id);
create index leads_untagged on leads (site, updated_at, id) where not tagged;
-- An export pages by the creation time, which never changes.
create index leads_by_creation on leads (site, created_at, id);
create index leads_by_status_and_creation on leads (site, status, created_at, id);
create index leads_by_conversation on leads (conversation_id) where conversation_id is not null;

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
  -- A copy of the contact's own value: the list of a tag is sorted by it.
  updated_at bigint not null,
  primary key (lead_id, tag_id)
);
create index lead_tags_by_update on lead_tags (tag_id, updated_at, lead_id);

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
