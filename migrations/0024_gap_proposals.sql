-- An answer to a gap that was taken from a chat which a person closed. It waits until somebody approves, edits or rejects it. A
-- rejected one leaves `proposed_from`, so that the same conversation proposes none again.
alter table gaps
  add column proposed_answer text,
  add column proposed_by text check (proposed_by in ('model', 'reply')),
  add column proposed_from text,
  add column proposed_at bigint;
create index gaps_by_proposal on gaps (proposed_from) where proposed_from is not null;
create index gaps_proposed on gaps (site, count desc, id desc) where status = 'open' and proposed_answer is not null;
