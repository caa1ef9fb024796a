-- What a customer of a campaign is found by (`search_words`); a trigger keeps it. Rows that are there get it from a job, some at a
-- time; until it has come to all of a tenant, names are looked for one by one.
alter table campaign_customer add column name_words text not null default '';
create index campaign_customer_words on campaign_customer using gin (campaign_id, name_words gin_trgm_ops) where name_words <> '';
create index campaign_customer_wordless on campaign_customer (tenant_id) where name <> '' and name_words = '';
create function campaign_customer_named() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger campaign_customer_named_new before insert on campaign_customer for each row when (new.name <> '') execute function campaign_customer_named();
create trigger campaign_customer_named before update of name on campaign_customer for each row execute function campaign_customer_named();
select enqueue_job('campaigns.nameCustomers', '{}'::json, job_key => 'campaigns.nameCustomers') where exists (select 1 from campaign_customer where name <> '');
-- Those that may be through; how many of their customers are done with changes too often to be indexed.
create index campaign_live on campaign (tenant_id, id) where removed_at is null and state in ('running', 'paused');
-- What came of them, and who is done with, among a million.
create index campaign_customer_result on campaign_customer (tenant_id, campaign_id, result, id);
create index campaign_customer_done on campaign_customer (tenant_id, campaign_id, id) where task_state = 1;
