-- How many pages in a row the reader had to give up. Each costs the reading of all websites seconds.
alter table crawl_runs add column unreadable integer not null default 0;
