-- Files of prices are read and taken by a job: what is on its way is known here, and begins again where a process ended.
alter table price_import
  add column state text not null default 'checked' check (state in ('checking', 'checked', 'taking', 'done', 'failed')),
  -- The file, until it is taken.
  add column content bytea,
  add column is_workbook boolean not null default false,
  -- Rows read so far, of how many; 0: nobody knows yet.
  add column read_rows int not null default 0,
  add column all_rows int not null default 0,
  -- Why it failed: the name of a failure.
  add column reason text not null default '',
  add column attempts int not null default 0,
  -- What taking it would do, and how many prices the list had then.
  add column effect jsonb,
  add column prices int;
alter table price_import alter column rows set default 0, alter column wrong_count set default 0;
