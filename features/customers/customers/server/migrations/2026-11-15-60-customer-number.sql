-- Numbers and days of custom fields, by which ranges are found: no index on `fields` knows an order. A day is kept as the
-- number its digits make. Rows come and go with those of `customer`, by triggers alone; they stand here whoever is deleted.
create table customer_number (
  tenant_id    bigint not null,
  field_id     bigint not null,
  value        double precision not null,
  customer_id  bigint not null,
  primary key (tenant_id, field_id, value, customer_id)
);
call make_tenant_table('customer_number');

create function customer_numbers(fields jsonb) returns table (field_id bigint, value double precision)
  language sql immutable parallel safe as $$
  select key::bigint, case jsonb_typeof(value) when 'number' then value::double precision else replace(value #>> '{}', '-', '')::double precision end
  from jsonb_each(fields)
  where key ~ '^\d{1,18}$' and (jsonb_typeof(value) = 'number' or (jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\d{4}-\d\d-\d\d$'))
$$;

create function customer_numbers_added() returns trigger language plpgsql as $$
begin
  insert into customer_number (tenant_id, field_id, value, customer_id)
    select a.tenant_id, n.field_id, n.value, a.id from added a cross join lateral customer_numbers(a.fields) n where a.fields <> '{}';
  return null;
end $$;
create trigger customer_numbers_added after insert on customer referencing new table as added for each statement execute function customer_numbers_added();

create function customer_numbers_changed() returns trigger language plpgsql as $$
begin
  delete from customer_number n using customer_numbers(old.fields) o
    where n.tenant_id = old.tenant_id and n.field_id = o.field_id and n.value = o.value and n.customer_id = old.id;
  if tg_op = 'UPDATE' then
    insert into customer_number (tenant_id, field_id, value, customer_id) select new.tenant_id, n.field_id, n.value, new.id from customer_numbers(new.fields) n;
  end if;
  return null;
end $$;
create trigger customer_numbers_changed after update of fields on customer for each row when (old.fields is distinct from new.fields) execute function customer_numbers_changed();
create trigger customer_numbers_removed after delete on customer for each row when (old.fields <> '{}') execute function customer_numbers_changed();

insert into customer_number (tenant_id, field_id, value, customer_id)
  select c.tenant_id, n.field_id, n.value, c.id from customer c cross join lateral customer_numbers(c.fields) n where c.fields <> '{}';
