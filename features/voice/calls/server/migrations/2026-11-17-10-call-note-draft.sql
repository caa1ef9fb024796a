-- A note saves itself while it is written: the page that writes it names it, and counts what it says of it. An older word
-- that arrives late changes nothing.
alter table call_note add column draft_key text;
alter table call_note add column revision int not null default 0;
create unique index call_note_draft on call_note (tenant_id, call_id, user_id, draft_key);
