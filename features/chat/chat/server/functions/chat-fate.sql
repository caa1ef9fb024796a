-- How far a message got; it only grows, and what was delivered does not fail any more. Answers what to tell agents, or null.
-- The rule of core/delivery.ts; server/chat-rules.test.ts compares them.
create or replace function chat_fate(message bigint, status int, why text, external text) returns jsonb language plpgsql as $$
declare m chat_message;
begin
  update chat_message set fate = status, failure = case status when 4 then why else '' end, external_id = coalesce(external, external_id)
  where id = message and case status when 4 then fate < 2 else fate < status or fate = 4 and status > 1 end returning * into m;
  if not found then
    if external is not null then update chat_message set external_id = external where id = message and external_id is null; end if;
  end if;
  delete from chat_outgoing where message_id = message;
  if m.id is null then return null; end if;
  return (select jsonb_build_object('id', c.id, 'agent_id', c.agent_id, 'no', m.no, 'status', m.fate, 'failure', m.failure) from chat_conversation c where c.id = m.conversation_id);
end $$;
