-- What became of the work a restore held, once an operator released it: what went out, what was forgotten, and since when campaigns stood
-- still. It stays until an operator has done what it asks for.
create table outgoing_release (
  only_one     boolean primary key default true check (only_one),
  held_since   timestamptz not null,
  restored_to  timestamptz,
  backup_id    text not null,
  released_at  timestamptz not null default now(),
  -- {task, released, forgotten} of each kind.
  kinds        jsonb not null
);
