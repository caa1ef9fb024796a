-- What several people say at the same moment, `[{visitor, client, words}, {conversation, who, who_name, client, words}, …]`: words into a
-- conversation that is open, which need nothing looked up. Each is written and told as `chat_from_visitor`, `chat_from_agent` and `pushChange`
-- do it (server/say-together.test.ts compares them). Answers the message of each; null where something stands in the way, somebody holds the
-- conversation just now, or another one speaks in it: the caller writes that one by itself, and learns why not. Nobody waits here for a row,
-- so that two who write into the same conversations never wait for each other.
create or replace function chat_say(sayings jsonb, at timestamptz, a_minute int) returns jsonb language plpgsql
  -- A piece is small and tables are not, whatever they were when this was planned.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  answers jsonb[] := array_fill(null::jsonb, array[jsonb_array_length(sayings)]);
  one record;
  users bigint[] := '{}';
  accesses text[] := '{}';
  kinds text[] := '{}';
  bodies jsonb[] := '{}';
  body jsonb;
begin
  for one in select * from chat_said_together(sayings, at, a_minute) loop
    answers[one.place] := one.message;
    body := jsonb_build_object('what', 'message', 'conversation_id', one.id, 'agent_id', one.agent_id, 'message', one.message);
    users := users || array[one.agent_id, null, -one.visitor_id];
    accesses := accesses || array[null, 'chat.supervise', null];
    kinds := kinds || array['chat.happened', 'chat.happened', 'chat.visitor'];
    bodies := bodies || array[body, body || '{"over": true}', jsonb_build_object('kind', 'message', 'message', chat_visitor_told(one.message))];
    if cardinality(one.called) > 0 then
      users := users || one.called;
      accesses := accesses || array_fill(null::text, array[cardinality(one.called)]);
      kinds := kinds || array_fill('chat.happened'::text, array[cardinality(one.called)]);
      bodies := bodies || array_fill(body, array[cardinality(one.called)]);
    end if;
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
