-- The reply to a visitor's message is a task of the queue, under the id of its conversation. While it is there, the
-- conversation takes no other message. No server runs during a migration, so replies that were being written have failed.
update messages set outcome = 'failed' where role = 'user' and outcome is null;
drop index conversations_answering;
alter table conversations drop column turn_id, drop column turn_until, drop column turn_stop;
