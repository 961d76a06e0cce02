-- The booking link of a page is forgotten with what else was learned from it.
update pages set booking_url = null, booking_provider = null where booking_url is not null and status in ('gone', 'blocked');

-- Each page that shows the chat asks for the website's booking link. Often all of its pages have one.
create index pages_by_booking_link on pages (site, (booking_provider = 'website'), length(coalesce(final_url, url)), id)
  where booking_url is not null;
