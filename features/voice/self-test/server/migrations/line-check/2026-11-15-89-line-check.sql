-- What test calls over the lines of the exchange showed.
create table line_check (
  tenant_id      bigint not null references tenant on delete cascade,
  id             bigint generated always as identity,
  user_id        bigint not null,
  line_id        int not null references web_call_line on delete cascade,
  -- Somebody asked for it, or the page made it by itself.
  kind           text not null check (kind in ('asked', 'quiet')),
  mos            numeric(3, 2),
  round_trip_ms  float8,
  jitter_ms      float8,
  loss_percent   float8,
  error          text check (error in ('connect', 'register', 'unanswered', 'lost', 'silent')),
  created_at     timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references member on delete cascade,
  check ((mos is null) = (error is not null))
);
create index line_check_user on line_check (tenant_id, user_id, created_at desc);
create index line_check_time on line_check (tenant_id, created_at desc);
call make_tenant_table('line_check');

-- The line the phone had; unknown for calls before this.
alter table call_quality_report add column line_id int;
create index call_quality_report_time on call_quality_report (tenant_id, created_at) include (user_id, line_id, mos);
