-- A number among the tenant's settings, or the one the product comes with when none or nonsense is set.
create or replace function chat_setting(wanted text, otherwise int) returns int language sql stable as $$
  select coalesce((select case when value ~ '^[0-9]{1,6}$' then value::int end from tenant_setting where name = wanted), otherwise)
$$;
