-- Postgres plans the expression of a generated column, and the condition of a trigger, for each statement that stores a
-- row, and parses a function in SQL each time to put its body there. It does not with one in PL/pgSQL, whose body is
-- prepared once per connection: storing a conversation takes a quarter less time, storing a message as well.
create or replace function fold(text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return regexp_replace(regexp_replace(regexp_replace(
    replace(replace(replace(replace(replace(translate(lower(normalize(regexp_replace(
      normalize(translate($1, '''`´’‘ʼ＇', ''), NFKD),
      '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]',
      '', 'g'), NFKC) collate "und-x-icu"), 'ıøłđðς', 'iolddσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '(0)', ''),
    '(?<=[0-9])[ ()/.‐-―−-]+(?=[0-9])', '', 'g'),
    '(?<=[[:alnum:]])[‐-―−-]+(?=[[:alnum:]])', '', 'g'),
    '\s+', ' ', 'g');
end
$$;

create or replace function tallies_stand_still() returns boolean language plpgsql stable as $$
begin
  return coalesce(current_setting('frontdesk.tallies', true), '') in ('copied', 'still');
end
$$;
