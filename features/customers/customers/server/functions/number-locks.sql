-- Locks of numbers, so that two who ask for one at the same time get one customer. Beside the hashes of a tenant's numbers stands
-- zero, which an import holds alone. In one order, so that two who want the same never wait for each other.
create or replace function lock_customer_numbers(wanted text[]) returns void language plpgsql as $$
declare one text;
begin
  perform pg_advisory_xact_lock_shared(current_tenant()::int, 0);
  for one in select w from unnest(wanted) w order by w collate "C" loop
    perform pg_advisory_xact_lock(current_tenant()::int, hashtext(one));
  end loop;
end $$;

-- The same, and who has one of them: each statement of a function that may write sees what was committed before it, so that
-- whoever waited here sees whom the other added.
create or replace function customers_with_locked_number(wanted text[]) returns setof bigint language plpgsql rows 5 as $$
begin
  perform lock_customer_numbers(wanted);
  return query select customers_with_number(wanted);
end $$;

create or replace function lock_customer_imports() returns void language sql as $$
  select pg_advisory_xact_lock(current_tenant()::int, 0)
$$;
