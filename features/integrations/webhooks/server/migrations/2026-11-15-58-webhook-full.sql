-- So much waits for an address that nothing more is taken on for it.
alter table webhook drop constraint webhook_stopped_check;
alter table webhook add constraint webhook_stopped_check check (stopped in ('gone', 'paused', 'full'));
create index webhook_delivery_waiting on webhook_delivery (tenant_id, webhook_id) where state = 'waiting';
