-- How a visitor rated a live chat after it ended, and the address at which a visitor whom nobody could answer wants a written
-- answer.
alter table conversations
  add column rating smallint check (rating in (1, -1)),
  add column rating_comment text,
  add column rated_at bigint,
  add column reply_email text;
