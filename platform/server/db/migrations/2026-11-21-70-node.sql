-- The processes on this database, as they say of themselves. One that stops in order takes its row along; one that is silent is shown as gone for a day.
create table node (
  -- Of one start: the next one of the same name is another.
  id           uuid primary key,
  name         text not null,
  host         text not null,
  pid          integer not null,
  version      text not null,
  -- Where the others reach it; null where they cannot.
  address      text,
  started_at   timestamptz not null default now(),
  -- By this database's own clock, which alone is asked who is late.
  heard_at     timestamptz not null default now(),
  -- What operators want of it, and what it does.
  wanted       text not null default 'work' check (wanted in ('work', 'drain')),
  state        text not null default 'working' check (state in ('working', 'draining', 'drained')),
  drain_since  timestamptz,
  -- When it ends whatever goes on; null while it waits for the last call.
  drain_until  timestamptz,
  homes        integer not null default 0,
  calls        integer not null default 0,
  sockets      integer not null default 0,
  jobs         integer not null default 0,
  -- Of its machine, in the last minute, for each core; and what the process holds.
  load         real not null default 0,
  memory       bigint not null default 0
);
