-- What an operator did: an entry in the log of the installation, whose tenant is 0, and one in that of the tenant it concerns. A request
-- sees one tenant only and cannot write the other's; it can write nothing but an entry of its own tenant here.
create or replace function write_operator_deed(
  concerned bigint, user_id bigint, name text, shown text, module text, action text, target text, change jsonb, address text, request_id text
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_tenant() is not null and concerned is distinct from current_tenant() then
    raise exception 'a deed of another tenant';
  end if;
  insert into operation_log (tenant_id, user_id, user_name, module, action, target, change, address, request_id)
    values (0, user_id, name, module, action, coalesce(concerned::text || coalesce(' ' || target, ''), target), change, address, request_id);
  if concerned <> 0 then
    insert into operation_log (tenant_id, user_id, user_name, module, action, target, change, address, request_id)
      values (concerned, null, shown, module, action, target, change, address, request_id);
  end if;
end $$;
revoke all on function write_operator_deed from public;
grant execute on function write_operator_deed to openseat_app;
