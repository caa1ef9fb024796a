-- What those who tell of a change need to know; `ahead` counts up to a hundred. Each part is looked up only where there is one.
create or replace function chat_told(c chat_conversation, m chat_message, outcome text) returns jsonb language plpgsql stable as $$
declare
  agent_name text := '';
  ahead int := 0;
  called jsonb;
  message jsonb;
begin
  if c.agent_id is not null then select nick_name into agent_name from member where user_id = c.agent_id; end if;
  if c.state = 'waiting' then
    select count(*) into ahead from (
      select from chat_conversation w where w.state = 'waiting' and w.group_id = c.group_id and (w.waiting_since, w.id) < (c.waiting_since, c.id) order by w.waiting_since, w.id limit 100) before;
  end if;
  if m.id is not null then
    select jsonb_agg(x.user_id) into called from chat_mention x where x.conversation_id = c.id;
    message := chat_message_told(m, c.delivered_no, c.visitor_read_no, c.agent_read_no);
  end if;
  return jsonb_build_object(
    'outcome', outcome, 'id', c.id, 'state', c.state, 'visitor_id', c.visitor_id, 'customer_id', c.customer_id, 'group_id', c.group_id, 'agent_id', c.agent_id,
    'agent_name', coalesce(agent_name, ''), 'last_no', c.last_no, 'agent_read_no', c.agent_read_no, 'rating', c.rating, 'ahead', ahead, 'called', called, 'message', message);
end $$;
