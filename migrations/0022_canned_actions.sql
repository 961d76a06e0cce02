-- What the dashboard does after a canned reply was sent: set labels, assign, close, add a note.
alter table canned_replies add column actions jsonb not null default '{"addLabels":[],"assignTo":null,"close":false,"note":""}';
