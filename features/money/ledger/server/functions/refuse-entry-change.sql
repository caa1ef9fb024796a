-- Entries stay as they were written, whoever asks. They go only with the tenant whose they are.
create or replace function refuse_entry_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from tenant where id = old.tenant_id) then return old; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
