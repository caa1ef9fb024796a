-- The last place a caller came to whom nobody talked with (core/figures/loss.ts). Null for calls that were before: outcome, group and
-- agent tell it then.
alter table call_record add column last_place text;
alter table call_record add constraint call_record_last_place_check
  check (last_place in ('before', 'menu', 'flow', 'ringing', 'line', 'voicemail', 'callback')) not valid;
-- Who was lost, newest first: one in ten calls.
create index call_record_lost on call_record (tenant_id, started_at desc, id desc) where direction = 'inbound' and outcome > 1;
