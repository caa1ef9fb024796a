-- What those who tell of a change need to know; `ahead` counts up to a hundred.
create or replace function chat_told(c chat_conversation, m chat_message, outcome text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'outcome', outcome, 'id', c.id, 'state', c.state, 'visitor_id', c.visitor_id, 'customer_id', c.customer_id, 'group_id', c.group_id, 'agent_id', c.agent_id,
    'agent_name', coalesce((select nick_name from member where user_id = c.agent_id), ''), 'last_no', c.last_no, 'agent_read_no', c.agent_read_no, 'rating', c.rating,
    'ahead', case when c.state = 'waiting' then (select count(*) from (
      select from chat_conversation w where w.state = 'waiting' and w.group_id = c.group_id and (w.waiting_since, w.id) < (c.waiting_since, c.id) order by w.waiting_since, w.id limit 100) before) else 0 end,
    'called', case when m.id is not null then (select jsonb_agg(x.user_id) from chat_mention x where x.conversation_id = c.id) end,
    'message', case when m.id is not null then chat_message_told(m, c.delivered_no, c.visitor_read_no, c.agent_read_no) end)
$$;
