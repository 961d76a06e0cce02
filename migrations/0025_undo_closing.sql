-- How a conversation was before a person closed it or handed it back, and the message that tells the visitor. The team can undo
-- it until the visitor has read that message.
alter table conversations add column undo jsonb;
