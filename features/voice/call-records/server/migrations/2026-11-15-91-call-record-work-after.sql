-- How long people worked after the call, all of them together: kept with the call, so that figures need not look for it.
alter table call_record add column wrap_up_sec int not null default 0;

update call_record r set wrap_up_sec = w.sec
from (select tenant_id, call_id, sum(greatest(0, floor(extract(epoch from ended_at - started_at))))::int sec from agent_wrap_up group by tenant_id, call_id) w
where r.tenant_id = w.tenant_id and r.call_id = w.call_id and w.sec > 0;

create function add_work_after_call() returns trigger language plpgsql as $$
declare
  more int := greatest(0, floor(extract(epoch from new.ended_at - new.started_at)))::int;
begin
  if tg_op = 'UPDATE' then more := more - greatest(0, floor(extract(epoch from old.ended_at - old.started_at)))::int; end if;
  if more <> 0 then update call_record set wrap_up_sec = wrap_up_sec + more where tenant_id = new.tenant_id and call_id = new.call_id; end if;
  return null;
end $$;
create trigger work_after_call after insert or update on agent_wrap_up for each row execute function add_work_after_call();

-- Whose calls they are, over any range of days.
create index call_record_user on call_record (tenant_id, user_id, started_at desc, id desc) where user_id is not null;
