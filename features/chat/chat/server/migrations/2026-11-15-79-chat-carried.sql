-- Channels of carriers: what agents write there goes through somebody else's hands, message by message.
alter table chat_channel
  -- So many hours after a visitor's last message only templates go through; null: always anything.
  add column window_hours int check (window_hours > 0),
  -- When the carrier last answered or called, and what was wrong then.
  add column contact_at timestamptz,
  add column problem text not null default '';

alter table chat_visitor
  -- When their last message was written, by the carrier's clock.
  add column heard_at timestamptz,
  -- What an answer has to name so that it lands beside the question.
  add column thread jsonb not null default '{}';

-- How far a carrier brought it, as shared/codes/chat-message-status.ts counts; null where no carrier is needed.
alter table chat_message add column fate smallint check (fate between 0 and 4);

-- Messages of agents that no carrier has taken yet. Of a conversation only the first may be under way.
create table chat_outgoing (
  message_id       bigint primary key references chat_message on delete cascade,
  tenant_id        bigint not null references tenant on delete cascade,
  conversation_id  bigint not null,
  no               int not null,
  tries            int not null default 0,
  next_at          timestamptz not null,
  -- Somebody is sending it; after this moment they are taken to be dead.
  held_until       timestamptz,
  foreign key (tenant_id, conversation_id) references chat_conversation (tenant_id, id) on delete cascade
);
call make_tenant_table('chat_outgoing');
create index chat_outgoing_line on chat_outgoing (tenant_id, conversation_id, no);
create index chat_outgoing_due on chat_outgoing (next_at);

-- As the contract has a message.
create or replace function chat_message_told(m chat_message, delivered int, visitor_read int, agent_read int) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', m.id, 'conversation_id', m.conversation_id, 'no', m.no, 'chat_type', case when m.author = 'visitor' then 1 else 0 end,
    'author', m.author, 'user_id', m.user_id, 'author_name', m.author_name, 'client_id', m.client_id, 'kind', m.kind, 'text', m.text,
    'file', case when m.file_id is not null then (
      select jsonb_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type, 'bytes', f.bytes, 'is_image', m.kind = 'image') from stored_file f where f.id = m.file_id and f.deleted_at is null) end,
    'event', case when m.kind = 'event' then jsonb_build_object('what', m.detail->>'what', 'name', coalesce(m.detail->>'name', ''), 'note', coalesce(m.detail->>'note', '')) end,
    'mentions', coalesce(m.detail->'mentions', '[]'), 'emoji', m.emoji,
    'status', case when m.failure <> '' then 4 when m.fate is not null then m.fate when m.author = 'visitor' then case when m.no <= agent_read then 3 else 1 end when m.no <= visitor_read then 3 when m.no <= delivered then 2 else 1 end,
    'failure', m.failure, 'created_at', chat_moment(m.created_at))
$$;

-- Whether only templates go through now.
create function chat_window_over(c chat_conversation, at timestamptz) returns boolean language sql stable as $$
  select coalesce((select v.heard_at + ch.window_hours * interval '1 hour' <= at from chat_channel ch, chat_visitor v where ch.id = c.channel_id and v.id = c.visitor_id), false)
$$;

-- A message or note of an agent. Outcomes: written, again, gone, closed, notYours, noFile, windowOver. What a carrier has to bring is told as `carried`.
create or replace function chat_from_agent(conversation bigint, who bigint, who_name text, supervises boolean, is_note boolean, client uuid, words text, file bigint, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
  shape text := 'text';
  carried boolean;
begin
  select * into c from chat_conversation where id = conversation for update;
  if not found or not (supervises or c.agent_id = who or chat_visible(c, who)) then return jsonb_build_object('outcome', 'gone'); end if;
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
  if not is_note then update chat_agent set missed = 0 where user_id = who and missed > 0; end if;
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'written') || jsonb_build_object('carried', carried);
end $$;

-- What a carrier did not take is sent again. Outcomes: again, gone, closed, notYours, windowOver, notFailed.
create function chat_resend(message bigint, who bigint, at timestamptz) returns jsonb language plpgsql as $$
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

-- How far a message got; it only grows, and what was delivered does not fail any more. Answers what to tell agents, or null.
create function chat_fate(message bigint, status int, why text, external text) returns jsonb language plpgsql as $$
declare m chat_message;
begin
  update chat_message set fate = status, failure = case status when 4 then why else '' end, external_id = coalesce(external, external_id)
  where id = message and case status when 4 then fate < 2 else fate < status or fate = 4 and status > 1 end returning * into m;
  if not found then
    if external is not null then update chat_message set external_id = external where id = message and external_id is null; end if;
  end if;
  delete from chat_outgoing where message_id = message;
  if m.id is null then return null; end if;
  return (select jsonb_build_object('id', c.id, 'agent_id', c.agent_id, 'no', m.no, 'status', m.fate, 'failure', m.failure) from chat_conversation c where c.id = m.conversation_id);
end $$;
