-- How far the work after a call may be made longer; null for one that began before there was a limit.
alter table agent_state add column wrap_up_latest timestamptz;
