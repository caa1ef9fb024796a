-- A person's row belongs to no tenant, so openseat_app cannot touch it. This lets a tenant's transaction change the choices of
-- one of its members, together with its entry in the operation log. Answers the value before. `pg_temp` is named last, so that
-- a caller's temporary tables cannot stand in for ours.
create or replace function set_preference(person bigint, which text, chosen text) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  old user_account;
begin
  select u.* into old from user_account u join member m on m.user_id = u.id and m.tenant_id = current_tenant()
    where u.id = person for update of u;
  if not found then
    raise exception 'not a member of this tenant';
  end if;
  case which
    when 'language' then update user_account set language = chosen where id = person; return old.language;
    when 'time_zone' then update user_account set time_zone = chosen where id = person; return old.time_zone;
    when 'theme' then update user_account set theme = chosen where id = person; return old.theme;
    when 'ringtone' then update user_account set ringtone = chosen where id = person; return old.ringtone;
  end case;
end $$;
revoke all on function set_preference(bigint, text, text) from public;
grant execute on function set_preference(bigint, text, text) to openseat_app;
