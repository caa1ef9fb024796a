-- Plays a history with the functions that really write it, and answers questions about it. What is asked leaves no trace.
create function pg_temp.play(history jsonb, visitors bigint[], agents bigint[], groups bigint[]) returns void language plpgsql as $$
declare
  e jsonb;
  c chat_conversation;
  at timestamptz;
  visitor bigint;
  who bigint;
  line bigint;
begin
  for e in select jsonb_array_elements(history) loop
    at := e->>'at';
    visitor := visitors[(e->>'visitor')::int + 1];
    who := agents[(e->>'who')::int + 1];
    line := groups[(e->>'group')::int + 1];
    select * into c from chat_conversation where visitor_id = visitor order by id desc limit 1;
    case e->>'type'
      when 'joins' then insert into agent_group_member (group_id, user_id) values (line, who) on conflict do nothing;
      when 'leaves' then delete from agent_group_member where group_id = line and user_id = who;
      when 'writes' then
        perform chat_from_visitor(visitor, gen_random_uuid(), 'hello', null, null, at, 1000, 1000);
        update chat_visitor set heard_at = at where id = visitor;
      when 'calls' then
        if c.id is not null then perform chat_append(c, 'note', null, '', gen_random_uuid(), 'text', 'look', null, jsonb_build_object('mentions', jsonb_build_array(who)), at); end if;
      else
        continue when c.id is null or c.state = 'closed';
        case e->>'type'
          when 'hands' then perform chat_hand(c.id, c.state, c.agent_id, who, false, '{"what": "assigned"}', at);
          when 'queues' then perform chat_queue(c.id, c.agent_id, line, '{}', null, '{"what": "requeued"}', at);
          when 'closes' then perform chat_close(c.id, 'agent', who, '{"what": "closed"}', at);
        end case;
    end case;
  end loop;
end $$;

create function pg_temp.wrote(c chat_conversation, who bigint, q jsonb, more jsonb, at timestamptz) returns text language plpgsql as $$
declare told jsonb;
begin
  told := chat_from_agent(c.id, who, '', (q->>'supervises')::boolean, (q->>'isNote')::boolean, gen_random_uuid(), 'hello', null, more, at);
  raise exception using errcode = 'P9999', message = told->>'outcome';
exception when sqlstate 'P9999' then return sqlerrm;
end $$;

create function pg_temp.resent(c chat_conversation, who bigint, q jsonb, more jsonb, at timestamptz) returns text language plpgsql as $$
declare
  m chat_message;
  told jsonb;
begin
  m := chat_append(c, 'agent', who, '', gen_random_uuid(), 'text', 'hello', null, more, at);
  update chat_message set fate = (q->>'status')::int where id = m.id;
  told := chat_resend(m.id, who, at);
  raise exception using errcode = 'P9999', message = told->>'outcome';
exception when sqlstate 'P9999' then return sqlerrm;
end $$;

-- For each question: whose the conversation is, who sees it, and what happens to whoever writes or sends again.
create function pg_temp.answers(questions jsonb, conversations bigint[], agents bigint[]) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object(
    'theirs', chat_theirs(c, who), 'visible', chat_visible(c, who), 'windowOver', chat_window_over(c, at),
    'wrote', pg_temp.wrote(c, who, q, more, at), 'resent', pg_temp.resent(c, who, q, more, at)) order by place)
  from jsonb_array_elements(questions) with ordinality asked (q, place)
  cross join lateral (select agents[(q->>'who')::int + 1] who, (q->>'at')::timestamptz at, case when (q->>'isTemplate')::boolean then '{"template": {}}' else '{}' end::jsonb more) given
  join chat_conversation c on c.id = conversations[(q->>'talk')::int + 1]
$$;
