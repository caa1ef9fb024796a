-- When backups are made and how long they are kept.
create table backup_plan (
  only_one      boolean primary key default true check (only_one),
  is_on         boolean not null,
  at_hour       int not null check (at_hour between 0 and 23),
  every_hours   int not null check (every_hours between 1 and 24),
  keep_days     int not null,
  keep_weeks    int not null,
  keep_months   int not null,
  lose_minutes  int not null
);

-- Backups that are made or checked. One waits or runs at a time.
create table backup_run (
  id           bigint generated always as identity primary key,
  kind         text not null check (kind in ('make', 'check')),
  backup_id    text,
  asked_by     text not null,
  asked_at     timestamptz not null default now(),
  begun_at     timestamptz,
  done_bytes   bigint not null default 0,
  total_bytes  bigint not null default 0,
  finished_at  timestamptz,
  failed_at    timestamptz,
  problem      text not null default ''
);
create unique index backup_run_one on backup_run ((true)) where finished_at is null and failed_at is null;
