-- What the network said of a call that came in: how sure the carriers were of its caller (STIR/SHAKEN, as ours said), and the
-- number that was dialled first where it was forwarded (digits). Both are null where nothing was said.
alter table call_record add column attestation text check (attestation in ('A', 'B', 'C', 'failed'));
alter table call_record add column diverted_from text collate "C";
create index call_record_diverted on call_record (tenant_id, diverted_from) where diverted_from is not null;
