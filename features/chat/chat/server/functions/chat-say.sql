-- What several people say at the same moment, `[{visitor, client, words}, {conversation, who, who_name, client, words}, …]`: words into a
-- conversation that is open, which need nothing looked up. Each is written and told as `chat_from_visitor`, `chat_from_agent` and `pushChange`
-- do it (server/say-together.test.ts compares them). Answers the message of each; null where something stands in the way, or somebody holds
-- the conversation just now: the caller writes that one by itself, and learns why not. Nobody waits here for a row, so that two who write
-- into the same conversations never wait for each other.
create or replace function chat_say(sayings jsonb, at timestamptz, a_minute int) returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  s record;
  c chat_conversation;
  m chat_message;
  may boolean;
  other bigint;
  told jsonb;
  body jsonb;
  answers jsonb[] := '{}';
  users bigint[] := '{}';
  accesses text[] := '{}';
  kinds text[] := '{}';
  bodies jsonb[] := '{}';
begin
  for s in select * from jsonb_to_recordset(sayings) as x (visitor bigint, conversation bigint, who bigint, who_name text, client uuid, words text) loop
    if s.who is null then
      select * into c from chat_conversation where visitor_id = s.visitor and state <> 'closed' for update skip locked;
      -- A number may be kept out, which is not looked up here.
      may := found and c.state = 'open' and exists (select from chat_visitor where id = s.visitor and blocked_at is null and phone = '')
        and not exists (select from (select id from chat_conversation where visitor_id = s.visitor order by id desc limit 3) o join chat_message x on x.conversation_id = o.id and x.client_id = s.client)
        -- So many of a minute cannot be theirs alone while the last so many of both took longer.
        and (not exists (select from chat_message where conversation_id = c.id and no = c.last_no - a_minute + 1 and created_at > at - interval '1 minute')
          or (select count(*) from chat_message where conversation_id = c.id and no > c.last_no - 4 * a_minute and author = 'visitor' and created_at > at - interval '1 minute') < a_minute);
    else
      select * into c from chat_conversation where id = s.conversation and state = 'open' and agent_id = s.who for update skip locked;
      may := found and exists (select from chat_channel where id = c.channel_id and kind = 'web')
        and not exists (select from chat_message where conversation_id = c.id and client_id = s.client);
    end if;
    if not may then
      answers := answers || null::jsonb;
      continue;
    end if;
    m := chat_append(c, case when s.who is null then 'visitor' else 'agent' end, s.who, coalesce(s.who_name, ''), s.client, 'text', s.words, null, '{}', at);
    if s.who is not null then
      c.agent_read_no := m.no;
      perform chat_agent_acts(s.who, at);
    end if;
    told := chat_message_told(m, c.delivered_no, c.visitor_read_no, c.agent_read_no);
    body := jsonb_build_object('what', 'message', 'conversation_id', c.id, 'agent_id', c.agent_id, 'message', told);
    answers := answers || told;
    users := users || array[c.agent_id, null, -c.visitor_id];
    accesses := accesses || array[null, 'chat.supervise', null];
    kinds := kinds || array['chat.happened', 'chat.happened', 'chat.visitor'];
    bodies := bodies || array[body, body || '{"over": true}', jsonb_build_object('kind', 'message', 'message', chat_visitor_told(told))];
    for other in select user_id from chat_mention where conversation_id = c.id and user_id <> c.agent_id loop
      users := users || other;
      accesses := accesses || null::text;
      kinds := kinds || 'chat.happened'::text;
      bodies := bodies || body;
    end loop;
  end loop;
  if cardinality(kinds) > 0 then perform put_out_rows(users, accesses, kinds, bodies); end if;
  return to_jsonb(answers);
end $$;

-- A message as its visitor sees it, of one as `chat_message_told` has it: the rule of `visitorMessageOf`, for words.
create or replace function chat_visitor_told(told jsonb) returns jsonb language plpgsql immutable as $$
begin
  return jsonb_build_object('conversation_id', told->'conversation_id', 'no', told->'no', 'chat_type', told->'chat_type', 'client_id', told->'client_id', 'kind', told->'kind', 'text', told->'text',
    'file', told->'file', 'event', told->'event', 'emoji', told->'emoji', 'status', told->'status', 'created_at', told->'created_at', 'author_name', told->'author_name');
end $$;
