-- The service level is told by what a group promises now: another promise counts its calls anew.
create or replace function note_promise() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.service_level_sec = old.service_level_sec then return null; end if;
  insert into figure_dirty (tenant_id, quarter)
  select distinct q.tenant_id, q.quarter from call_quarter q where q.tenant_id = old.tenant_id and q.group_id = old.id and q.in_line > 0 and exists (select from tenant t where t.id = old.tenant_id);
  return null;
end $$;
