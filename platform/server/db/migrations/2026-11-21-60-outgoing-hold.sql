-- An installation that was restored sends nothing of the past by itself: while this row is there, jobs that reach people outside wait
-- and campaigns stand still. A restore writes it before anybody can start the product; an operator takes it away.
create table outgoing_hold (
  only_one     boolean primary key default true check (only_one),
  since        timestamptz not null default now(),
  -- The moment that was restored; null is as late as there was anything.
  restored_to  timestamptz,
  backup_id    text not null,
  -- When what was waiting in the backup was set aside.
  parked_at    timestamptz
);
grant select on outgoing_hold to openseat_app;
