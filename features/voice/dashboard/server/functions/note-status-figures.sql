-- Statuses are counted up to a mark; one that is written into what is counted sets it back.
create or replace function note_status_figures() returns trigger language plpgsql as $$
declare
  one record;
begin
  if tg_op = 'INSERT' then
    for one in select tenant_id, min(at) at from new_rows group by tenant_id loop
      update figure_status s set counted_until = date_trunc('hour', one.at, 'UTC') where s.tenant_id = one.tenant_id and s.counted_until > one.at and isfinite(s.counted_until);
    end loop;
  elsif tg_op = 'UPDATE' then
    for one in
      select n.tenant_id, min(least(n.until, o.until)) at from new_rows n join old_rows o using (id) where (o.until, o.status, o.at) is distinct from (n.until, n.status, n.at) group by n.tenant_id
    loop
      update figure_status s set counted_until = date_trunc('hour', one.at, 'UTC') where s.tenant_id = one.tenant_id and s.counted_until > one.at and isfinite(s.counted_until);
    end loop;
  end if;
  return null;
end $$;
