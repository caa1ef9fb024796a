-- A backup that went well and after which old ones could not be removed went well.
alter table backup_run add column removal_problem text not null default '';
