-- Whether somebody who runs the installation comes in by no team but this one: without it they could run it no more. A request of a tenant
-- sees neither operators nor other teams, and learns this one word about its own member.
create or replace function operator_needs_team(person bigint, team bigint) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from operator_account where user_id = person)
    and (current_tenant() is null or current_tenant() = team)
    and not exists (
      select from member m join tenant t on t.id = m.tenant_id
      where m.user_id = person and m.tenant_id <> team and m.enabled and t.state = 'active')
$$;
revoke all on function operator_needs_team(bigint, bigint) from public;
grant execute on function operator_needs_team(bigint, bigint) to openseat_app;
