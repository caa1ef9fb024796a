-- What a customer rests for where nobody can say how long: `oldList` a newer copy of their country's list, `teamLimit` a limit of the team.
alter table campaign_customer add column waits_for text check (waits_for in ('oldList', 'teamLimit'));
create index campaign_customer_waits_for on campaign_customer (tenant_id, waits_for, campaign_id) where waits_for is not null and task_state = 0;
