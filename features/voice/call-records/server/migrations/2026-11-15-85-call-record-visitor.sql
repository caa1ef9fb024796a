-- Who called from the page of a chat: there is no number to know them by. No reference: a call outlives the visitor's row.
alter table call_record add column visitor_id bigint;
create index call_record_visitor on call_record (tenant_id, visitor_id, started_at desc) where visitor_id is not null;
