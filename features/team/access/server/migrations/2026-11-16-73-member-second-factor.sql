-- Whether a member shows a second factor: whoever may change members sees it, and may take it away where a phone is lost.
create or replace view member_account with (security_barrier) as
  select m.user_id, u.email, u.has_second_factor
  from member m join user_account u on u.id = m.user_id
  where m.tenant_id = current_tenant();
