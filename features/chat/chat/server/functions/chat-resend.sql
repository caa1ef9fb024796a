-- What a carrier did not take is sent again. Outcomes: again, gone, closed, notYours, windowOver, notFailed.
-- Who may is the rule of core/reply-rules.ts; server/chat-rules.test.ts compares them.
create or replace function chat_resend(message bigint, who bigint, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
begin
  select * into c from chat_conversation where id = (select conversation_id from chat_message where id = message) for update;
  if not found or not chat_visible(c, who) then return jsonb_build_object('outcome', 'gone'); end if;
  if c.state = 'closed' then return jsonb_build_object('outcome', 'closed'); end if;
  if c.agent_id is distinct from who then return jsonb_build_object('outcome', 'notYours'); end if;
  select * into m from chat_message where id = message for update;
  if m.author <> 'agent' or m.fate is distinct from 4 then return jsonb_build_object('outcome', 'notFailed'); end if;
  if not m.detail ? 'template' and chat_window_over(c, at) then return jsonb_build_object('outcome', 'windowOver'); end if;
  update chat_message set fate = 0, failure = '', external_id = null where id = m.id returning * into m;
  insert into chat_outgoing (message_id, conversation_id, no, next_at) values (m.id, c.id, m.no, at);
  return chat_told(c, m, 'again');
end $$;
