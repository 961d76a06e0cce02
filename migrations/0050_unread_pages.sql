-- How many pages in a row the reader had to give up. Each costs the reading of all websites seconds.
alter table crawl_runs add column unreadable integer not null default 0;

-- Pages that were left out as duplicates of a page, to read them again once that one was read.
create index pages_by_original on pages (site, md5(params ->> 'url')) where reason = 'page_duplicate';
