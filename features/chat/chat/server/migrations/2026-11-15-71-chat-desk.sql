alter table chat_conversation
  -- Who spoke with the visitor last.
  add column sticky_agent_id bigint,
  -- Whole seconds, as the wire has them: pages of a list go on after one of them.
  add check (last_at = date_trunc('second', last_at));

-- Uploaded before it is sent: then it belongs to whoever uploaded it alone.
alter table chat_file alter column conversation_id drop not null;
alter table chat_file add column visitor_id bigint;
alter table chat_file add constraint chat_file_whose check (conversation_id is not null or visitor_id is not null);
create index chat_file_conversation on chat_file (tenant_id, conversation_id);

-- When a page of theirs last said it is open.
alter table chat_visitor add column here_at timestamptz;
create index chat_visitor_words on chat_visitor using gin (tenant_id, name gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops);

-- Everybody who had a conversation.
create table chat_participant (
  tenant_id        bigint not null references tenant on delete cascade,
  conversation_id  bigint not null,
  user_id          bigint not null,
  primary key (tenant_id, user_id, conversation_id),
  foreign key (tenant_id, conversation_id) references chat_conversation (tenant_id, id) on delete cascade
);
call make_tenant_table('chat_participant');
create index chat_participant_conversation on chat_participant (tenant_id, conversation_id);

-- What changes a conversation is written here, once: a message and everything that follows from it are one journey to the
-- database. All of it runs in the transaction of one tenant, under its row-level security, and takes the moment from outside.

create function chat_setting(wanted text, otherwise int) returns int language sql stable as $$
  select coalesce((select case when value ~ '^[0-9]{1,6}$' then value::int end from tenant_setting where name = wanted), otherwise)
$$;

create function chat_moment(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
$$;

-- As the contract has a message.
create function chat_message_told(m chat_message, delivered int, visitor_read int, agent_read int) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', m.id, 'conversation_id', m.conversation_id, 'no', m.no, 'chat_type', case when m.author = 'visitor' then 1 else 0 end,
    'author', m.author, 'user_id', m.user_id, 'author_name', m.author_name, 'client_id', m.client_id, 'kind', m.kind, 'text', m.text,
    'file', case when m.file_id is not null then (
      select jsonb_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type, 'bytes', f.bytes, 'is_image', m.kind = 'image') from stored_file f where f.id = m.file_id and f.deleted_at is null) end,
    'event', case when m.kind = 'event' then jsonb_build_object('what', m.detail->>'what', 'name', coalesce(m.detail->>'name', ''), 'note', coalesce(m.detail->>'note', '')) end,
    'mentions', coalesce(m.detail->'mentions', '[]'), 'emoji', m.emoji,
    'status', case when m.failure <> '' then 4 when m.author = 'visitor' then case when m.no <= agent_read then 3 else 1 end when m.no <= visitor_read then 3 when m.no <= delivered then 2 else 1 end,
    'failure', m.failure, 'created_at', chat_moment(m.created_at))
$$;

-- What those who tell of a change need to know; `ahead` counts up to a hundred.
create function chat_told(c chat_conversation, m chat_message, outcome text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'outcome', outcome, 'id', c.id, 'state', c.state, 'visitor_id', c.visitor_id, 'customer_id', c.customer_id, 'group_id', c.group_id, 'agent_id', c.agent_id,
    'agent_name', coalesce((select nick_name from member where user_id = c.agent_id), ''), 'last_no', c.last_no, 'agent_read_no', c.agent_read_no, 'rating', c.rating,
    'ahead', case when c.state = 'waiting' then (select count(*) from (
      select from chat_conversation w where w.state = 'waiting' and w.group_id = c.group_id and (w.waiting_since, w.id) < (c.waiting_since, c.id) order by w.waiting_since, w.id limit 100) before) else 0 end,
    'message', case when m.id is not null then chat_message_told(m, c.delivered_no, c.visitor_read_no, c.agent_read_no) end)
$$;

-- Writes the next message of a conversation that this transaction holds.
create function chat_append(c chat_conversation, by text, who bigint, who_name text, client uuid, what text, words text, file bigint, more jsonb, at timestamptz) returns chat_message language plpgsql as $$
declare m chat_message;
begin
  insert into chat_message (conversation_id, no, author, user_id, author_name, client_id, kind, text, file_id, detail, created_at)
  values (c.id, c.last_no + 1, by, who, who_name, client, what, words, file, more, at) returning * into m;
  if by in ('visitor', 'agent') then
    update chat_conversation set
      last_no = m.no, last_at = date_trunc('second', at), last_text = left(words, 200), last_chat_type = case by when 'visitor' then 1 else 0 end, warned_at = null,
      unread = case by when 'visitor' then unread + 1 else 0 end,
      agent_read_no = case by when 'agent' then m.no else agent_read_no end,
      unanswered_since = case by when 'visitor' then coalesce(unanswered_since, at) end,
      reacted_at = case by when 'agent' then coalesce(reacted_at, at) else reacted_at end,
      first_answer_at = case by when 'agent' then coalesce(first_answer_at, at) else first_answer_at end,
      -- Silence counts from our last word; while the visitor waits for one, nobody closes.
      due_at = case when by = 'agent' then at + chat_setting('ChatSilenceMinutes', 30) * interval '1 minute' when reacted_at is not null then null else due_at end
    where id = c.id;
  else
    update chat_conversation set last_no = m.no where id = c.id;
  end if;
  return m;
end $$;

create function chat_append_event(c chat_conversation, more jsonb, at timestamptz) returns chat_message language sql as $$
  select chat_append(c, 'system', null, '', gen_random_uuid(), 'event', '', null, more, at)
$$;

-- A message of a visitor; begins a conversation when none is alive. Outcomes: begun, written, again, gone, blocked, tooMany, noFile.
create function chat_from_visitor(visitor bigint, client uuid, words text, file bigint, before jsonb, at timestamptz, a_minute int, an_hour int) returns jsonb language plpgsql as $$
declare
  v chat_visitor;
  c chat_conversation;
  m chat_message;
  begun boolean := false;
  shape text := 'text';
begin
  select * into v from chat_visitor where id = visitor;
  if not found then return jsonb_build_object('outcome', 'gone'); end if;
  if v.blocked_at is not null then return jsonb_build_object('outcome', 'blocked'); end if;
  loop
    select * into c from chat_conversation where visitor_id = v.id and state <> 'closed' for update;
    -- Sent again: also after the conversation it went into was closed.
    select x.* into m from (select id from chat_conversation where visitor_id = v.id order by id desc limit 3) o join chat_message x on x.conversation_id = o.id and x.client_id = client;
    if found then
      select * into c from chat_conversation where id = m.conversation_id;
      return chat_told(c, m, 'again');
    end if;
    exit when c.id is not null;
    if (select count(*) from chat_conversation where visitor_id = v.id and created_at > at - interval '1 hour') >= an_hour then return jsonb_build_object('outcome', 'tooMany'); end if;
    insert into chat_conversation (channel_id, visitor_id, customer_id, group_id, waiting_since, last_at, created_at, sticky_agent_id)
    select v.channel_id, v.id, v.customer_id, ch.group_id, at, date_trunc('second', at), at, (select l.agent_id from chat_conversation l where l.visitor_id = v.id and l.agent_id is not null order by l.id desc limit 1)
    from chat_channel ch where ch.id = v.channel_id
    on conflict do nothing returning * into c;
    begun := found;
    exit when begun;
  end loop;
  if not begun and (select count(*) from chat_message where conversation_id = c.id and no > c.last_no - 4 * a_minute and author = 'visitor' and created_at > at - interval '1 minute') >= a_minute then
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

-- Who else may see a conversation besides supervisors: whoever has it, whoever could take it, whoever had it, whoever has another one with the same person.
create function chat_visible(c chat_conversation, who bigint) returns boolean language sql stable as $$
  select case c.state
    when 'open' then c.agent_id = who
    when 'waiting' then exists (select from agent_group_member g where g.group_id = c.group_id and g.user_id = who)
    else exists (select from chat_participant p where p.conversation_id = c.id and p.user_id = who)
      or exists (select from chat_conversation o where o.agent_id = who and o.state = 'open' and (o.visitor_id = c.visitor_id or o.customer_id = c.customer_id))
  end
$$;

-- A message or note of an agent. Outcomes: written, again, gone, closed, notYours, noFile.
create function chat_from_agent(conversation bigint, who bigint, who_name text, supervises boolean, is_note boolean, client uuid, words text, file bigint, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
  shape text := 'text';
begin
  select * into c from chat_conversation where id = conversation for update;
  if not found or not (supervises or c.agent_id = who or chat_visible(c, who)) then return jsonb_build_object('outcome', 'gone'); end if;
  select * into m from chat_message where conversation_id = c.id and client_id = client;
  if found then return chat_told(c, m, case when m.user_id = who then 'again' else 'gone' end); end if;
  if not is_note and c.state = 'closed' then return jsonb_build_object('outcome', 'closed'); end if;
  if not is_note and c.agent_id is distinct from who then return jsonb_build_object('outcome', 'notYours'); end if;
  if file is not null then
    select case when f.media_type like 'image/%' then 'image' else 'file' end, f.name into shape, words
    from chat_file x join stored_file f on f.id = x.file_id and f.deleted_at is null where x.file_id = file and x.conversation_id = c.id;
    if not found then return jsonb_build_object('outcome', 'noFile'); end if;
  end if;
  m := chat_append(c, case when is_note then 'note' else 'agent' end, who, who_name, client, shape, words, file, more, at);
  if not is_note then update chat_agent set missed = 0 where user_id = who and missed > 0; end if;
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'written');
end $$;

-- Gives a conversation to an agent. Whoever took it has reacted; others have to.
create function chat_hand(conversation bigint, from_state text, from_agent bigint, agent bigint, took boolean, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
begin
  update chat_conversation set state = 'open', agent_id = agent, assigned_at = at, reacted_at = case when took then at end, warned_at = null,
    due_at = case when not took then at + chat_setting('ChatReactSeconds', 60) * interval '1 second' when unanswered_since is null then at + chat_setting('ChatSilenceMinutes', 30) * interval '1 minute' end
  where id = conversation and state = from_state and agent_id is not distinct from from_agent returning * into c;
  if not found then return null; end if;
  insert into chat_participant (conversation_id, user_id) values (c.id, agent) on conflict do nothing;
  insert into chat_agent (user_id, last_assigned_at) values (agent, at) on conflict (tenant_id, user_id) do update set last_assigned_at = excluded.last_assigned_at;
  m := chat_append_event(c, more || jsonb_build_object('name', coalesce((select nick_name from member where user_id = agent), '')), at);
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'handed') || jsonb_build_object('left', from_agent);
end $$;

-- Puts a conversation (back) into a line; without `since` it waits as long as it always did.
create function chat_queue(conversation bigint, from_agent bigint, line bigint, passed bigint[], since timestamptz, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
begin
  update chat_conversation set state = 'waiting', agent_id = null, group_id = coalesce(line, group_id), passed_by = passed, waiting_since = coalesce(since, waiting_since), assigned_at = null, reacted_at = null, due_at = null, warned_at = null,
    sticky_agent_id = case when line is null then sticky_agent_id end
  where id = conversation and state = case when from_agent is null then 'waiting' else 'open' end and agent_id is not distinct from from_agent returning * into c;
  if not found then return null; end if;
  m := chat_append_event(c, more, at);
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'queued') || jsonb_build_object('left', from_agent);
end $$;

-- Ends a conversation that is alive.
create function chat_close(conversation bigint, by text, who bigint, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
begin
  update chat_conversation set state = 'closed', closed_at = at, closed_by = by, due_at = null, unanswered_since = null, unread = 0 where id = conversation and state <> 'closed' returning * into c;
  if not found then return null; end if;
  if who is not null then insert into chat_participant (conversation_id, user_id) values (c.id, who) on conflict do nothing; end if;
  m := chat_append_event(c, more, at);
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'closed') || jsonb_build_object('left', c.agent_id);
end $$;
