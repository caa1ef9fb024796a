-- A message of a visitor; begins a conversation when none is alive. Outcomes: begun, written, again, gone, blocked, tooMany, noFile.
create or replace function chat_from_visitor(visitor bigint, client uuid, words text, file bigint, before jsonb, at timestamptz, a_minute int, an_hour int) returns jsonb language plpgsql as $$
declare
  v chat_visitor;
  c chat_conversation;
  m chat_message;
  begun boolean := false;
  shape text := 'text';
begin
  loop
    select * into c from chat_conversation where visitor_id = visitor and state <> 'closed' for update;
    -- After the wait for the conversation: whoever held it may have shut the visitor out.
    select * into v from chat_visitor where id = visitor;
    if not found then return jsonb_build_object('outcome', 'gone'); end if;
    if v.blocked_at is not null then return jsonb_build_object('outcome', 'blocked'); end if;
    -- Sent again: also after the conversation it went into was closed.
    select x.* into m from (select id from chat_conversation where visitor_id = v.id order by id desc limit 3) o join chat_message x on x.conversation_id = o.id and x.client_id = client;
    if found then
      select * into c from chat_conversation where id = m.conversation_id;
      return chat_told(c, m, 'again');
    end if;
    exit when c.id is not null;
    if (select count(*) from chat_conversation where visitor_id = v.id and created_at > at - interval '1 hour') >= an_hour then return jsonb_build_object('outcome', 'tooMany'); end if;
    insert into chat_conversation (channel_id, visitor_id, customer_id, group_id, waiting_since, last_at, created_at, sticky_agent_id)
    select v.channel_id, v.id, v.customer_id, ch.group_id, at, date_trunc('second', at), at, coalesce(
      (select l.agent_id from chat_conversation l where l.visitor_id = v.id and l.agent_id is not null order by l.id desc limit 1),
      -- The same customer on another device.
      (select l.agent_id from chat_conversation l where l.customer_id = v.customer_id and l.agent_id is not null order by l.id desc limit 1))
    from chat_channel ch where ch.id = v.channel_id
    on conflict do nothing returning * into c;
    begun := found;
    exit when begun;
  end loop;
  -- So many of a minute cannot be theirs alone while the last so many of both took longer.
  if not begun and exists (select from chat_message where conversation_id = c.id and no = c.last_no - a_minute + 1 and created_at > at - interval '1 minute')
    and (select count(*) from chat_message where conversation_id = c.id and no > c.last_no - 4 * a_minute and author = 'visitor' and created_at > at - interval '1 minute') >= a_minute then
    return jsonb_build_object('outcome', 'tooMany');
  end if;
  if file is not null then
    update chat_file set conversation_id = c.id where file_id = file and visitor_id = v.id and (conversation_id is null or conversation_id = c.id);
    if not found then return jsonb_build_object('outcome', 'noFile'); end if;
    select case when media_type like 'image/%' then 'image' else 'file' end, name into shape, words from stored_file where id = file;
  end if;
  if before is not null then
    m := chat_append_event(c, before, at);
    c.last_no := m.no;
  end if;
  m := chat_append(c, 'visitor', null, '', client, shape, words, file, '{}', at);
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, case when begun then 'begun' else 'written' end) || jsonb_build_object('phone', v.phone);
end $$;
