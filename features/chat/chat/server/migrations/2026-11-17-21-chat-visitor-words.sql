-- What a visitor's name is found by, without accents and by pinyin (`search_words`); a trigger keeps it. Rows that are there get
-- it from a job, some at a time, and are found by their name as it is written until then.
alter table chat_visitor add column name_words text not null default '';
create index chat_visitor_name_words on chat_visitor using gin (tenant_id, name_words gin_trgm_ops);
create function chat_visitor_named() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger chat_visitor_named before insert or update of name on chat_visitor for each row execute function chat_visitor_named();
select enqueue_job('chat.nameVisitors', '{}'::json, job_key => 'chat.nameVisitors') where exists (select 1 from chat_visitor);
