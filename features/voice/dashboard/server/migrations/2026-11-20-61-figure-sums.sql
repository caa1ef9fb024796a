-- More sums of finished calls, so that today and the days of one agent are read as quickly as a month of all. Counted by the job that
-- counts quarters; days that were before are counted in turn, the newest first, and read from their calls until then.
create table call_agent_hour (
  tenant_id         bigint not null references tenant on delete cascade,
  -- When the hour of UTC begins.
  hour              timestamptz not null,
  user_id           bigint not null,
  direction         text not null check (direction in ('inbound', 'outbound', 'internal')),
  -- 0: none.
  group_id          bigint not null,
  campaign_id       bigint not null,
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
  -- As in call_quarter.
  waited_0 smallint not null, waited_1 smallint not null, waited_2 smallint not null, waited_3 smallint not null, waited_4 smallint not null,
  waited_5 smallint not null, waited_6 smallint not null, waited_7 smallint not null, waited_8 smallint not null, waited_9 smallint not null,
  waited_10 smallint not null, waited_11 smallint not null, waited_12 smallint not null, waited_13 smallint not null, waited_14 smallint not null,
  waited_15 smallint not null, waited_16 smallint not null, waited_17 smallint not null, waited_18 smallint not null, waited_19 smallint not null,
  waited_20 smallint not null, waited_21 smallint not null, waited_22 smallint not null, waited_23 smallint not null, waited_24 smallint not null,
  waited_25 smallint not null, waited_26 smallint not null, waited_27 smallint not null, waited_28 smallint not null, waited_29 smallint not null,
  primary key (tenant_id, user_id, hour, direction, group_id, campaign_id)
);
create index call_agent_hour_at on call_agent_hour (tenant_id, hour);
call make_tenant_table('call_agent_hour');

-- By the way calls went and what became of them.
create table call_way_quarter (
  tenant_id         bigint not null references tenant on delete cascade,
  quarter           timestamptz not null,
  direction         text not null check (direction in ('inbound', 'outbound', 'internal')),
  -- 0: none.
  campaign_id       bigint not null,
  trunk_id          bigint not null,
  number_id         bigint not null,
  outcome           smallint not null,
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
  ring_sec          bigint not null,
  rang              int not null,
  primary key (tenant_id, quarter, direction, campaign_id, trunk_id, number_id, outcome)
);
call make_tenant_table('call_way_quarter');

-- Callers nobody talked to, by where they were lost (core/figures/loss.ts), and after how long, in the steps of core/figures/waits.ts.
create table call_loss_quarter (
  tenant_id         bigint not null references tenant on delete cascade,
  quarter           timestamptz not null,
  place             text not null,
  group_id          bigint not null,
  number_id         bigint not null,
  calls             int not null,
  gone_sec          bigint not null,
  longest_gone_sec  int not null,
  gone_0 int not null, gone_1 int not null, gone_2 int not null, gone_3 int not null, gone_4 int not null,
  gone_5 int not null, gone_6 int not null, gone_7 int not null, gone_8 int not null, gone_9 int not null,
  gone_10 int not null, gone_11 int not null, gone_12 int not null, gone_13 int not null, gone_14 int not null,
  gone_15 int not null, gone_16 int not null, gone_17 int not null, gone_18 int not null, gone_19 int not null,
  gone_20 int not null, gone_21 int not null, gone_22 int not null, gone_23 int not null, gone_24 int not null,
  gone_25 int not null, gone_26 int not null, gone_27 int not null, gone_28 int not null, gone_29 int not null,
  primary key (tenant_id, quarter, place, group_id, number_id)
);
call make_tenant_table('call_loss_quarter');

-- Whether the three tables above know the day. A day that begins from now on is in them from its first call.
alter table figure_day add column is_known boolean not null default false;
alter table figure_day alter column is_known set default true;
create index figure_day_unknown on figure_day (day) where not is_known;

-- How long agents were in each status, in microseconds: by hour of UTC, by day of UTC, and all agents together by quarter.
create table agent_status_hour (
  tenant_id  bigint not null references tenant on delete cascade,
  hour       timestamptz not null,
  user_id    bigint not null,
  status     int not null,
  us         bigint not null,
  primary key (tenant_id, user_id, hour, status),
  foreign key (tenant_id, user_id) references member on delete cascade
);
create index agent_status_hour_at on agent_status_hour (tenant_id, hour);
call make_tenant_table('agent_status_hour');

create table agent_status_time (
  tenant_id  bigint not null references tenant on delete cascade,
  day        timestamptz not null,
  user_id    bigint not null,
  status     int not null,
  us         bigint not null,
  primary key (tenant_id, day, user_id, status),
  foreign key (tenant_id, user_id) references member on delete cascade
);
call make_tenant_table('agent_status_time');

create table status_quarter (
  tenant_id  bigint not null references tenant on delete cascade,
  quarter    timestamptz not null,
  status     int not null,
  us         bigint not null,
  primary key (tenant_id, quarter, status)
);
call make_tenant_table('status_quarter');

-- Up to which hour statuses are counted: what is over does not change any more.
create table figure_status (
  tenant_id      bigint primary key references tenant on delete cascade,
  counted_until  timestamptz not null
);
call make_tenant_table('figure_status');

-- A status written into what is counted sets the mark back.
create function note_status_figures() returns trigger language plpgsql as $$
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
create trigger status_figures_added after insert on agent_status_event referencing new table as new_rows for each statement execute function note_status_figures();
create trigger status_figures_changed after update on agent_status_event referencing old table as old_rows new table as new_rows for each statement execute function note_status_figures();

-- The table above by status took its place.
drop table agent_status_day;
