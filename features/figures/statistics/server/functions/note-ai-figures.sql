-- Quarters of tasks whose calls came, went or changed in what is counted are counted anew; whose tasks are AI tasks is asked then.
create or replace function note_ai_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into ai_figure_dirty (tenant_id, campaign_id, quarter)
    select distinct n.tenant_id, n.campaign_id, quarter_of(n.began_at) from new_rows n where n.ended_at is not null;
  elsif tg_op = 'UPDATE' then
    insert into ai_figure_dirty (tenant_id, campaign_id, quarter)
    select distinct one.tenant_id, one.campaign_id, quarter_of(one.began_at)
    from new_rows n join old_rows o using (id) cross join lateral (values (o.tenant_id, o.campaign_id, o.began_at, o.ended_at), (n.tenant_id, n.campaign_id, n.began_at, n.ended_at)) one (tenant_id, campaign_id, began_at, ended_at)
    where one.ended_at is not null
      and (o.began_at, o.ended_at is null, o.answered_at is null, o.status, o.ai_result, o.talk_sec) is distinct from (n.began_at, n.ended_at is null, n.answered_at is null, n.status, n.ai_result, n.talk_sec);
  else
    -- Not while the tenant itself goes.
    insert into ai_figure_dirty (tenant_id, campaign_id, quarter)
    select distinct o.tenant_id, o.campaign_id, quarter_of(o.began_at) from old_rows o where o.ended_at is not null and exists (select from tenant t where t.id = o.tenant_id);
  end if;
  return null;
end $$;
