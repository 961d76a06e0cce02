-- The form in which texts are compared with what somebody searches: two spellings that a person takes for the same word
-- or number are the same. Without accents, apostrophes, unseen characters and hyphens inside words, in lower case, and
-- with the separators of a number left out.
create function fold(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(
    replace(replace(replace(replace(replace(translate(lower(normalize(regexp_replace(
      normalize(translate($1, '''`´’‘ʼ＇', ''), NFKD),
      '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]',
      '', 'g'), NFKC) collate "und-x-icu"), 'ıøłđðς', 'iolddσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '(0)', ''),
    '(?<=[0-9])[ ()/.‐-―−-]+(?=[0-9])', '', 'g'),
    '(?<=[[:alnum:]])[‐-―−-]+(?=[[:alnum:]])', '', 'g'),
    '\s+', ' ', 'g')
$$;

alter table messages add column folded text generated always as (fold(text)) stored;
alter table conversations add column folded text generated always as (fold(summary)) stored;
alter table leads add column folded text generated always as (fold(
  coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(company, '') || ' '
  || coalesce(address, '') || ' ' || coalesce(notes, '') || ' ' || coalesce(fields::text, '') || ' ' || attributes::text
)) stored;

-- Where pg_trgm is not installed, or this user may not create it, a search reads the texts one after the other.
do $$ begin
  create extension if not exists pg_trgm;
  create index messages_by_words on messages using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 256);
  create index conversations_by_words on conversations using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 256);
  create index leads_by_words on leads using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 256);
exception when undefined_file or insufficient_privilege or feature_not_supported then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end $$;
