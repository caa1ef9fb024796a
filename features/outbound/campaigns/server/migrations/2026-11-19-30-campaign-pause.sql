-- Who paused a campaign, where a person or a program did, and since when it stands still.
alter table campaign
  add column paused_by text not null default '',
  add column paused_at timestamptz;
