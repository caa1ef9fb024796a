-- Writes the next message of a conversation that this transaction holds, and what follows from it for the conversation.
create or replace function chat_append(c chat_conversation, by text, who bigint, who_name text, client uuid, what text, words text, file bigint, more jsonb, at timestamptz) returns chat_message language plpgsql as $$
declare m chat_message;
begin
  insert into chat_message (conversation_id, no, author, user_id, author_name, client_id, kind, text, file_id, detail, created_at)
  values (c.id, c.last_no + 1, by, who, who_name, client, what, words, file, more, at) returning * into m;
  if by in ('visitor', 'agent') then
    update chat_conversation set
      last_no = m.no, spoke_at = date_trunc('second', at), last_text = left(words, 200), last_chat_type = case by when 'visitor' then 1 else 0 end, warned_at = null,
      unread = case by when 'visitor' then unread + 1 else 0 end,
      agent_read_no = case by when 'agent' then m.no else agent_read_no end,
      unanswered_since = case by when 'visitor' then coalesce(unanswered_since, at) end,
      reacted_at = case by when 'agent' then coalesce(reacted_at, at) else reacted_at end,
      first_answer_at = case by when 'agent' then coalesce(first_answer_at, at) else first_answer_at end,
      -- By the minute: an index holds it, and who lists what is alive looks at `spoke_at`.
      last_at = case when at < last_at + interval '1 minute' then last_at else date_trunc('second', at) end,
      -- Silence counts from our last word; while the visitor waits for one, nobody closes.
      due_at = case when by = 'agent' then at + chat_setting('ChatSilenceMinutes', 30) * interval '1 minute' when reacted_at is not null then null else due_at end
    where id = c.id;
  else
    update chat_conversation set last_no = m.no where id = c.id;
  end if;
  return m;
end $$;

-- What happened to a conversation stands among its messages.
create or replace function chat_append_event(c chat_conversation, more jsonb, at timestamptz) returns chat_message language sql as $$
  select chat_append(c, 'system', null, '', gen_random_uuid(), 'event', '', null, more, at)
$$;
