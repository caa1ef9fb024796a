-- The quarter of an hour that a moment lies in: figures are kept by it.
create or replace function quarter_of(at timestamptz) returns timestamptz language sql immutable parallel safe
  as $$ select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00') $$;
