-- Who answers for a key: it works only while they are in the team. No reference, since the key stays to be seen.
alter table tenant_api_key add column keeper_id bigint;
-- Of earlier keys only the name of their maker is known; where it tells nobody, an owner answers.
update tenant_api_key k set keeper_id = coalesce(
  (select min(m.user_id) from member m where m.tenant_id = k.tenant_id and m.nick_name = k.created_by having count(*) = 1),
  (select m.user_id from member m where m.tenant_id = k.tenant_id and m.is_owner and m.enabled order by m.joined_at limit 1));
