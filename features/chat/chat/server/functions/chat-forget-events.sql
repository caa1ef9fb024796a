-- Events are kept for a day so that pages can catch up. Of somebody who is forgotten their numbers stay, what they told does not.
-- Answers how many there were.
create or replace function chat_forget_events(visitors bigint[], conversations bigint[]) returns int
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with forgotten as (
    update realtime_event set body = '{}' where tenant_id = current_tenant()
      and ((user_id < 0 and -user_id = any(visitors)) or (kind like 'chat.%' and (body->>'conversation_id')::bigint = any(conversations)))
    returning 1
  ), waiting as (
    update outbox set body = '{}' where tenant_id = current_tenant()
      and ((user_id < 0 and -user_id = any(visitors)) or (kind like 'chat.%' and (body->>'conversation_id')::bigint = any(conversations)))
    returning 1
  )
  select ((select count(*) from forgotten) + (select count(*) from waiting))::int
$$;
revoke all on function chat_forget_events(bigint[], bigint[]) from public;
grant execute on function chat_forget_events(bigint[], bigint[]) to openseat_app;
