-- When a crawl may send its next request. It works in pieces, and each goes on at the pace that the website asked for.
alter table crawl_runs add column next_request_at bigint not null default 0;
