-- Ends a conversation that is alive; null when it is not.
create or replace function chat_close(conversation bigint, by text, who bigint, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
begin
  update chat_conversation set state = 'closed', closed_at = at, last_at = coalesce(spoke_at, last_at), closed_by = by, due_at = null, unanswered_since = null, unread = 0,
    handled_ms = handled_ms + case when state = 'open' then chat_ms(assigned_at, at) else 0 end
  where id = conversation and state <> 'closed' returning * into c;
  if not found then return null; end if;
  perform chat_stint_end(c.id, 'closed', at);
  if who is not null then insert into chat_participant (conversation_id, user_id) values (c.id, who) on conflict do nothing; end if;
  m := chat_append_event(c, more, at);
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'closed') || jsonb_build_object('left', c.agent_id);
end $$;
