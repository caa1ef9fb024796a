-- How long people worked after the call, all of them together, is kept with the call: it grows with each of them.
create or replace function add_work_after_call() returns trigger language plpgsql as $$
declare
  more int := greatest(0, floor(extract(epoch from new.ended_at - new.started_at)))::int;
begin
  if tg_op = 'UPDATE' then more := more - greatest(0, floor(extract(epoch from old.ended_at - old.started_at)))::int; end if;
  if more <> 0 then update call_record set wrap_up_sec = wrap_up_sec + more where tenant_id = new.tenant_id and call_id = new.call_id; end if;
  return null;
end $$;
