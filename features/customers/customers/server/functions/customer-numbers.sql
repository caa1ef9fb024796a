-- The numbers and days among the custom fields; a day is the number its digits make. Rows of customer_number are made by it:
-- when it gives something else for the same fields, a migration has to write them anew.
create or replace function customer_numbers(fields jsonb) returns table (field_id bigint, value double precision)
  language sql immutable parallel safe as $$
  select key::bigint, case jsonb_typeof(value) when 'number' then value::double precision else replace(value #>> '{}', '-', '')::double precision end
  from jsonb_each(fields)
  where key ~ '^\d{1,18}$' and (jsonb_typeof(value) = 'number' or (jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\d{4}-\d\d-\d\d$'))
$$;

-- Rows of customer_number come with those of customer …
create or replace function customer_numbers_added() returns trigger language plpgsql as $$
begin
  insert into customer_number (tenant_id, field_id, value, customer_id)
    select a.tenant_id, n.field_id, n.value, a.id from added a cross join lateral customer_numbers(a.fields) n where a.fields <> '{}';
  return null;
end $$;

-- … and change and go with them.
create or replace function customer_numbers_changed() returns trigger language plpgsql as $$
begin
  delete from customer_number n using customer_numbers(old.fields) o
    where n.tenant_id = old.tenant_id and n.field_id = o.field_id and n.value = o.value and n.customer_id = old.id;
  if tg_op = 'UPDATE' then
    insert into customer_number (tenant_id, field_id, value, customer_id) select new.tenant_id, n.field_id, n.value, new.id from customer_numbers(new.fields) n;
  end if;
  return null;
end $$;
