-- Sums of finished calls, so that a range of days in any zone is read without its calls: quarters of an hour for all together
-- (every zone begins its days at one), days of UTC for each agent. See docs/decisions/0010-figures.md.
create table call_quarter (
  tenant_id         bigint not null references tenant on delete cascade,
  quarter           timestamptz not null,
  direction         text not null check (direction in ('inbound', 'outbound', 'internal')),
  -- 0: none.
  group_id          bigint not null,
  calls             int not null,
  talked            int not null,
  abandoned         int not null,
  in_line           int not null,
  served            int not null,
  lost              int not null,
  in_time           int not null,
  wait_sec          bigint not null,
  longest_wait_sec  int not null,
  talk_sec          bigint not null,
  hold_sec          bigint not null,
  wrap_up_sec       bigint not null,
  -- Calls for groups by how long they waited, in the steps of core/dashboard/waits.ts: of those, unlike of medians, periods add up.
  waited_0 int not null, waited_1 int not null, waited_2 int not null, waited_3 int not null, waited_4 int not null,
  waited_5 int not null, waited_6 int not null, waited_7 int not null, waited_8 int not null, waited_9 int not null,
  waited_10 int not null, waited_11 int not null, waited_12 int not null, waited_13 int not null, waited_14 int not null,
  waited_15 int not null, waited_16 int not null, waited_17 int not null, waited_18 int not null, waited_19 int not null,
  waited_20 int not null, waited_21 int not null, waited_22 int not null, waited_23 int not null, waited_24 int not null,
  waited_25 int not null, waited_26 int not null, waited_27 int not null, waited_28 int not null, waited_29 int not null,
  primary key (tenant_id, quarter, direction, group_id)
);
call make_tenant_table('call_quarter');

create table call_agent_day (
  tenant_id         bigint not null references tenant on delete cascade,
  -- When the day of UTC begins.
  day               timestamptz not null,
  direction         text not null check (direction in ('inbound', 'outbound', 'internal')),
  group_id          bigint not null,
  user_id           bigint not null,
  calls             int not null,
  talked            int not null,
  abandoned         int not null,
  in_line           int not null,
  served            int not null,
  lost              int not null,
  in_time           int not null,
  wait_sec          bigint not null,
  longest_wait_sec  int not null,
  talk_sec          bigint not null,
  hold_sec          bigint not null,
  wrap_up_sec       bigint not null,
  primary key (tenant_id, day, user_id, direction, group_id)
);
call make_tenant_table('call_agent_day');

-- How long an agent was there for calls on a day of UTC, and how long signed in but away.
create table agent_status_day (
  tenant_id  bigint not null references tenant on delete cascade,
  day        timestamptz not null,
  user_id    bigint not null,
  ready_ms   bigint not null,
  away_ms    bigint not null,
  primary key (tenant_id, day, user_id),
  foreign key (tenant_id, user_id) references member on delete cascade
);
call make_tenant_table('agent_status_day');

-- The days of which the two tables above know something; those not counted are read from the calls themselves.
create table figure_day (
  tenant_id  bigint not null references tenant on delete cascade,
  day        timestamptz not null,
  counted    boolean not null,
  primary key (tenant_id, day)
);
create index figure_day_due on figure_day (day) where not counted;
call make_tenant_table('figure_day');

-- Quarters whose calls changed since they were counted: written by the change itself, taken away by counting. Rows are only
-- added, so that no two writers ever wait for one another.
create table figure_dirty (
  id         bigint generated always as identity primary key,
  tenant_id  bigint not null references tenant on delete cascade,
  quarter    timestamptz not null
);
create index figure_dirty_quarter on figure_dirty (tenant_id, quarter);
call make_tenant_table('figure_dirty');

create function quarter_of(at timestamptz) returns timestamptz language sql immutable parallel safe
  as $$ select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00') $$;

create function note_call_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_dirty (tenant_id, quarter) select distinct tenant_id, quarter_of(started_at) from new_rows where ended_at is not null;
  elsif tg_op = 'UPDATE' then
    insert into figure_dirty (tenant_id, quarter)
    select distinct one.tenant_id, quarter_of(one.started_at)
    from new_rows n join old_rows o using (id) cross join lateral (values (o.tenant_id, o.started_at, o.ended_at), (n.tenant_id, n.started_at, n.ended_at)) one (tenant_id, started_at, ended_at)
    where one.ended_at is not null
      and (o.started_at, o.ended_at is null, o.direction, o.group_id, o.user_id, o.outcome, o.queue_sec, o.talk_sec, o.hold_sec, o.wrap_up_sec)
        is distinct from (n.started_at, n.ended_at is null, n.direction, n.group_id, n.user_id, n.outcome, n.queue_sec, n.talk_sec, n.hold_sec, n.wrap_up_sec);
  else
    -- Not while the tenant itself goes.
    insert into figure_dirty (tenant_id, quarter) select distinct o.tenant_id, quarter_of(o.started_at) from old_rows o where o.ended_at is not null and exists (select from tenant t where t.id = o.tenant_id);
  end if;
  return null;
end $$;
create trigger call_figures_added after insert on call_record referencing new table as new_rows for each statement execute function note_call_figures();
create trigger call_figures_changed after update on call_record referencing old table as old_rows new table as new_rows for each statement execute function note_call_figures();
create trigger call_figures_gone after delete on call_record referencing old table as old_rows for each statement execute function note_call_figures();

-- The service level is told by what a group promises now: another promise counts its calls anew.
create function note_promise() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.service_level_sec = old.service_level_sec then return null; end if;
  insert into figure_dirty (tenant_id, quarter)
  select distinct q.tenant_id, q.quarter from call_quarter q where q.tenant_id = old.tenant_id and q.group_id = old.id and q.in_line > 0 and exists (select from tenant t where t.id = old.tenant_id);
  return null;
end $$;
create trigger promise_changed after update or delete on agent_group for each row execute function note_promise();

-- What was before is counted in turn.
insert into figure_dirty (tenant_id, quarter) select distinct tenant_id, quarter_of(started_at) from call_record where ended_at is not null;
