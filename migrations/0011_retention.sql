-- What is past the days that a site keeps it is found without reading the rest.

create index traces_by_age on traces (site, at);
create index callbacks_by_close on callbacks (site, closed_at) where closed_at is not null;
