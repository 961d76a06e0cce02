-- Live chat: a person of the team answers instead of the assistant.

alter table conversations
  -- When a person took it over: colleagues who press the same button in that moment are told who was first.
  add column taken_at bigint;
