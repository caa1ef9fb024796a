-- A moment as the wire has it, whatever the zone of the server.
create or replace function chat_moment(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
$$;
