-- Mistakes pages met: one row per mistake and day however often it happens, so that a loop in a page fills no disk.
create table front_log (
  tenant_id    bigint not null references tenant on delete cascade,
  fingerprint  text not null,
  day          date not null,
  count        bigint not null default 1,
  message      text not null,
  stack        text not null,
  path         text not null,
  user_agent   text not null,
  version      text not null,
  user_id      bigint not null,
  first_seen   timestamptz not null default now(),
  last_seen    timestamptz not null default now(),
  primary key (tenant_id, fingerprint, day)
);
create index front_log_day on front_log (day);
call make_tenant_table('front_log');
