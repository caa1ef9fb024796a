-- Gives a conversation to an agent. Whoever took it has reacted; others have to. Null when it is no longer as the caller saw it.
create or replace function chat_hand(conversation bigint, from_state text, from_agent bigint, agent bigint, took boolean, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
begin
  update chat_conversation set state = 'open', agent_id = agent, assigned_at = at, reacted_at = case when took then at end, warned_at = null,
    due_at = case when not took then at + chat_setting('ChatReactSeconds', 60) * interval '1 second' when unanswered_since is null then at + chat_setting('ChatSilenceMinutes', 30) * interval '1 minute' end,
    first_assigned_at = coalesce(first_assigned_at, at), handled_ms = handled_ms + case when state = 'open' then chat_ms(assigned_at, at) else 0 end,
    transfers = transfers + case when more->>'what' = 'transferred' then 1 else 0 end
  where id = conversation and state = from_state and agent_id is not distinct from from_agent returning * into c;
  if not found then return null; end if;
  perform chat_stint_end(c.id, more->>'what', at);
  insert into chat_stint (conversation_id, no, user_id, group_id, began_at)
  select c.id, coalesce(max(no), 0) + 1, agent, c.group_id, at from chat_stint where conversation_id = c.id;
  insert into chat_participant (conversation_id, user_id) values (c.id, agent) on conflict do nothing;
  insert into chat_agent (user_id, last_assigned_at) values (agent, at) on conflict (tenant_id, user_id) do update set last_assigned_at = excluded.last_assigned_at;
  m := chat_append_event(c, more || jsonb_build_object('name', coalesce((select nick_name from member where user_id = agent), '')), at);
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'handed') || jsonb_build_object('left', from_agent);
end $$;
