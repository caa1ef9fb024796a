-- A message or note of an agent. Outcomes: written, again, gone, closed, notYours, noFile, windowOver. What a carrier has to bring is told as `carried`.
-- Who may write what is the rule of core/reply-rules.ts; server/chat-rules.test.ts compares them.
create or replace function chat_from_agent(conversation bigint, who bigint, who_name text, supervises boolean, is_note boolean, client uuid, words text, file bigint, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
  shape text := 'text';
  carried boolean;
begin
  select * into c from chat_conversation where id = conversation for update;
  if not found or not (supervises or chat_visible(c, who)) then return jsonb_build_object('outcome', 'gone'); end if;
  select * into m from chat_message where conversation_id = c.id and client_id = client;
  if found then return chat_told(c, m, case when m.user_id = who then 'again' else 'gone' end); end if;
  if not is_note and c.state = 'closed' then return jsonb_build_object('outcome', 'closed'); end if;
  if not is_note and c.agent_id is distinct from who then return jsonb_build_object('outcome', 'notYours'); end if;
  carried := not is_note and exists (select from chat_channel ch where ch.id = c.channel_id and ch.kind <> 'web');
  if carried and not more ? 'template' and chat_window_over(c, at) then return jsonb_build_object('outcome', 'windowOver'); end if;
  if file is not null then
    select case when f.media_type like 'image/%' then 'image' else 'file' end, f.name into shape, words
    from chat_file x join stored_file f on f.id = x.file_id and f.deleted_at is null where x.file_id = file and x.conversation_id = c.id;
    if not found then return jsonb_build_object('outcome', 'noFile'); end if;
  end if;
  m := chat_append(c, case when is_note then 'note' else 'agent' end, who, who_name, client, shape, words, file, more, at);
  if carried then
    update chat_message set fate = 0 where id = m.id returning * into m;
    insert into chat_outgoing (message_id, conversation_id, no, next_at) values (m.id, c.id, m.no, at);
  end if;
  perform chat_agent_acts(who, at);
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'written') || jsonb_build_object('carried', carried);
end $$;
