-- Calls of AI tasks that are over, by quarter of an hour, status and result (0: none).
create table ai_quarter (
  tenant_id    bigint not null references tenant on delete cascade,
  quarter      timestamptz not null,
  campaign_id  bigint not null,
  status       smallint not null,
  result       smallint not null,
  calls        int not null,
  connected    int not null,
  talk_sec     bigint not null,
  primary key (tenant_id, quarter, campaign_id, status, result)
);
create index ai_quarter_campaign on ai_quarter (tenant_id, campaign_id, quarter);
call make_tenant_table('ai_quarter');

-- Quarters of tasks whose calls changed since they were counted; rows are only added, so that no two writers ever wait for one another.
create table ai_figure_dirty (
  id           bigint generated always as identity primary key,
  tenant_id    bigint not null references tenant on delete cascade,
  campaign_id  bigint not null,
  quarter      timestamptz not null
);
create index ai_figure_dirty_quarter on ai_figure_dirty (tenant_id, quarter, campaign_id);
call make_tenant_table('ai_figure_dirty');

create function note_ai_figures() returns trigger language plpgsql as $$
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
create trigger ai_figures_added after insert on campaign_attempt referencing new table as new_rows for each statement execute function note_ai_figures();
create trigger ai_figures_changed after update on campaign_attempt referencing old table as old_rows new table as new_rows for each statement execute function note_ai_figures();
create trigger ai_figures_gone after delete on campaign_attempt referencing old table as old_rows for each statement execute function note_ai_figures();

-- What was before is counted in turn.
insert into ai_figure_dirty (tenant_id, campaign_id, quarter)
select distinct a.tenant_id, a.campaign_id, quarter_of(a.began_at) from campaign_attempt a join campaign c on c.id = a.campaign_id where c.kind = 'ai' and a.ended_at is not null;

-- Who calls a lost caller back, and who needs no call any more; by the call that was lost.
create table lost_call_work (
  tenant_id   bigint not null references tenant on delete cascade,
  call_id     text not null,
  -- Null: nobody any more.
  user_id     bigint,
  claimed_at  timestamptz,
  done_at     timestamptz,
  done_by     bigint,
  note        text not null default '',
  primary key (tenant_id, call_id),
  foreign key (tenant_id, call_id) references call_record (tenant_id, call_id) on delete cascade
);
create index lost_call_work_open on lost_call_work (tenant_id, user_id) where user_id is not null and done_at is null;
call make_tenant_table('lost_call_work');
