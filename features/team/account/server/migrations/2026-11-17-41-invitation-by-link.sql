-- The link was shown to whoever invites; a letter that is still on its way would make another and end this one.
alter table invitation add column by_link boolean not null default false;
