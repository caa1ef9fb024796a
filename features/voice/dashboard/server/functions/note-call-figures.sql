-- Quarters whose calls came, went or changed in what is counted are counted anew.
create or replace function note_call_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_dirty (tenant_id, quarter) select distinct tenant_id, quarter_of(started_at) from new_rows where ended_at is not null;
  elsif tg_op = 'UPDATE' then
    insert into figure_dirty (tenant_id, quarter)
    select distinct one.tenant_id, quarter_of(one.started_at)
    from new_rows n join old_rows o using (id) cross join lateral (values (o.tenant_id, o.started_at, o.ended_at), (n.tenant_id, n.started_at, n.ended_at)) one (tenant_id, started_at, ended_at)
    where one.ended_at is not null
      and (o.started_at, o.ended_at is null, o.direction, o.group_id, o.user_id, o.outcome, o.queue_sec, o.talk_sec, o.hold_sec, o.wrap_up_sec, o.ring_sec, o.duration_sec, o.task_id, o.line_id, o.did_number_id, o.last_place, o.ai_or_cc)
        is distinct from (n.started_at, n.ended_at is null, n.direction, n.group_id, n.user_id, n.outcome, n.queue_sec, n.talk_sec, n.hold_sec, n.wrap_up_sec, n.ring_sec, n.duration_sec, n.task_id, n.line_id, n.did_number_id, n.last_place, n.ai_or_cc);
  else
    -- Not while the tenant itself goes.
    insert into figure_dirty (tenant_id, quarter) select distinct o.tenant_id, quarter_of(o.started_at) from old_rows o where o.ended_at is not null and exists (select from tenant t where t.id = o.tenant_id);
  end if;
  return null;
end $$;
