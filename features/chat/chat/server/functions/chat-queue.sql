-- Puts a conversation (back) into a line; without `since` it waits as long as it always did. Null when it is no longer as the caller saw it.
create or replace function chat_queue(conversation bigint, from_agent bigint, line bigint, passed bigint[], since timestamptz, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
begin
  update chat_conversation set state = 'waiting', agent_id = null, group_id = coalesce(line, group_id), passed_by = passed, waiting_since = coalesce(since, waiting_since), assigned_at = null, reacted_at = null, due_at = null, warned_at = null,
    sticky_agent_id = case when line is null then sticky_agent_id end,
    handled_ms = handled_ms + case when state = 'open' then chat_ms(assigned_at, at) else 0 end, transfers = transfers + case when more->>'what' = 'transferred' then 1 else 0 end
  where id = conversation and state = case when from_agent is null then 'waiting' else 'open' end and agent_id is not distinct from from_agent returning * into c;
  if not found then return null; end if;
  perform chat_stint_end(c.id, more->>'what', at);
  m := chat_append_event(c, more, at);
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'queued') || jsonb_build_object('left', from_agent);
end $$;
