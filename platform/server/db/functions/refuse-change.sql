-- For tables that only grow: whatever changes or empties them fails, whoever asks. Rows of a tenant that is deleted go after it; the
-- installation's own, whose tenant is 0, never.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  whose bigint;
begin
  if tg_op = 'DELETE' then
    whose := (to_jsonb(old) ->> 'tenant_id')::bigint;
    if whose <> 0 and not exists (select from tenant where id = whose) then return old; end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
