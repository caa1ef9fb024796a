-- Every number that can be shown to called people: external ones that were proven, and our own. Of a number that is both the external one counts.
create or replace view showable_number with (security_invoker = true, security_barrier = true) as
  select e.tenant_id, e.id, 'external' kind, e.number, e.remark, e.country_iso2, e.router_id
  from external_number e where e.tenant_id = (select current_tenant()) and e.enabled and e.verified_at is not null
  union all
  select d.tenant_id, d.id, 'did', d.number, d.remark, d.country_iso2, null
  from did_number d where d.tenant_id = (select current_tenant()) and d.enabled
    and not exists (select from external_number e where e.tenant_id = d.tenant_id and e.number = d.number and e.verified_at is not null);
grant select on showable_number to openseat_app;
