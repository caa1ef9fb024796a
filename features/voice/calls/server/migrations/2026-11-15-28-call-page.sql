-- What the pages of agents tell about calls: how they heard them, what they were about, whom of a task they looked at.
create table call_quality_report (
  tenant_id     bigint not null references tenant on delete cascade,
  id            bigint generated always as identity,
  call_id       text not null,
  user_id       bigint not null,
  interval_sec  int not null,
  local_ips     text[] not null,
  remote_ips    text[] not null,
  mos           numeric(3, 2),
  reports       jsonb not null,
  created_at    timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index call_quality_report_call on call_quality_report (tenant_id, call_id, id);
call make_tenant_table('call_quality_report');

-- Every version stays; the newest is what the call was about.
create table call_note (
  tenant_id   bigint not null references tenant on delete cascade,
  id          bigint generated always as identity,
  call_id     text not null,
  user_id     bigint not null,
  author      text not null,
  text        text not null,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index call_note_call on call_note (tenant_id, call_id, id desc);
call make_tenant_table('call_note');

create table preview_call_log (
  tenant_id      bigint not null references tenant on delete cascade,
  id             bigint generated always as identity,
  user_id        bigint not null,
  task_id        text not null,
  task_name      text not null,
  customer_id    text not null,
  customer_name  text not null,
  phone          text not null,
  created_at     timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index preview_call_log_task on preview_call_log (tenant_id, task_id, id desc);
create index preview_call_log_user on preview_call_log (tenant_id, user_id, id desc);
call make_tenant_table('preview_call_log');
