-- Somebody reads it while it goes on: until then each of its words is told to pages. Nobody pays for telling what nobody reads.
alter table flow_talk add column watched_until timestamptz;
