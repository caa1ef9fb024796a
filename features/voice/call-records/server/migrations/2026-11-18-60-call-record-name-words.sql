-- What the customer's name in a record is found by, without accents and by pinyin (`search_words`); a trigger keeps it. Rows that
-- are there get it from a job, some at a time; until it has come to all of a tenant, names are looked for one by one as before.
alter table call_record add column customer_words text not null default '';
create index call_record_words on call_record using gin (tenant_id, customer_words gin_trgm_ops) where customer_words <> '';
create index call_record_wordless on call_record (tenant_id) where customer_name <> '' and customer_words = '';
create function call_record_named() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger call_record_named_new before insert on call_record for each row when (new.customer_name <> '') execute function call_record_named();
create trigger call_record_named before update of customer_name on call_record for each row execute function call_record_named();
select enqueue_job('call-records.nameRecords', '{}'::json, job_key => 'call-records.nameRecords') where exists (select 1 from call_record where customer_name <> '');
