-- Whether the assistant makes jobs of chats in which a visitor wants work done.
alter table pipelines add column from_chat boolean not null default true;
