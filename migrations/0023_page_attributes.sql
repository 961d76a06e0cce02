-- What a page's own scripts told the team about the visitor. Claims, as visitors can change what a page sends.
alter table conversations add column page_attributes jsonb;
