-- Counts changes of a role, so that nobody overwrites what they have not seen.
alter table role add column version int not null default 1;
create index member_role_role on member_role (role_id);

-- Requests may see when the tenant's people were last here, and end their sessions; tokens stay out of reach.
call make_tenant_table('session', 'select (id, tenant_id, user_id, last_seen_at, ended_at), update (ended_at)');
create index session_member on session (tenant_id, user_id, last_seen_at desc);

-- What a tenant may know of its people's accounts.
create view member_account with (security_barrier) as
  select m.user_id, u.email
  from member m join user_account u on u.id = m.user_id
  where m.tenant_id = current_tenant();
grant select on member_account to openseat_app;
