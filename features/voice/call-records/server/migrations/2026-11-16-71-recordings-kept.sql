-- From now on recordings are kept for a year where a tenant says nothing. Who has some already was told that they stay:
-- for them "for ever" becomes a choice they made, which an owner can take back.
insert into tenant_setting (tenant_id, name, value)
select distinct tenant_id, 'RecordingRetentionDays', '0' from call_recording where deleted_at is null
on conflict do nothing;
