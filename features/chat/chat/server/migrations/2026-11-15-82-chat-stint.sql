-- Who had a conversation from when to when: an agent's figures are those of their own stints, whoever had it before or after.
create table chat_stint (
  tenant_id        bigint not null references tenant on delete cascade,
  conversation_id  bigint not null,
  -- 1, 2, 3 … in a conversation.
  no               int not null,
  user_id          bigint not null,
  -- The line it came from.
  group_id         bigint not null,
  began_at         timestamptz not null,
  -- Theirs, in this stint.
  first_answer_at  timestamptz,
  ended_at         timestamptz,
  ended_by         text check (ended_by in ('closed', 'transferred', 'taken', 'requeued', 'agentGone')),
  primary key (tenant_id, conversation_id, no),
  foreign key (tenant_id, conversation_id) references chat_conversation (tenant_id, id) on delete cascade,
  check ((ended_at is null) = (ended_by is null))
);
call make_tenant_table('chat_stint');
create index chat_stint_of_agent on chat_stint (tenant_id, user_id, conversation_id);

alter table chat_conversation
  add column first_assigned_at timestamptz,
  -- With agents, all stints that are over together.
  add column handled_ms bigint not null default 0,
  -- How often somebody handed it on.
  add column transfers int not null default 0;
create index chat_conversation_begun on chat_conversation (tenant_id, created_at, id);

create function chat_ms(from_at timestamptz, to_at timestamptz) returns bigint language sql immutable as $$
  select greatest(0, round(date_part('epoch', to_at - from_at) * 1000))::bigint
$$;

-- Ends the stint that lasts, if one does. `what` is what the conversation tells of it.
create function chat_stint_end(conversation bigint, what text, at timestamptz) returns void language sql as $$
  update chat_stint set ended_at = greatest(at, began_at), ended_by = case when what in ('transferred', 'taken', 'requeued', 'agentGone') then what when what = 'assigned' then 'requeued' else 'closed' end
  where conversation_id = conversation and ended_at is null
$$;

-- Messages are written by several functions; the first of each stint is noted here.
create function chat_stint_answered() returns trigger language plpgsql as $$
begin
  update chat_stint set first_answer_at = new.created_at
  where tenant_id = new.tenant_id and conversation_id = new.conversation_id and user_id = new.user_id and ended_at is null and first_answer_at is null;
  return null;
end $$;
create trigger chat_message_answers after insert on chat_message for each row when (new.author = 'agent') execute function chat_stint_answered();

-- Gives a conversation to an agent. Whoever took it has reacted; others have to.
create or replace function chat_hand(conversation bigint, from_state text, from_agent bigint, agent bigint, took boolean, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
begin
  update chat_conversation set state = 'open', agent_id = agent, assigned_at = at, reacted_at = case when took then at end, warned_at = null,
    due_at = case when not took then at + chat_setting('ChatReactSeconds', 60) * interval '1 second' when unanswered_since is null then at + chat_setting('ChatSilenceMinutes', 30) * interval '1 minute' end,
    first_assigned_at = coalesce(first_assigned_at, at), handled_ms = handled_ms + case when state = 'open' then chat_ms(assigned_at, at) else 0 end,
    transfers = transfers + case when more->>'what' = 'transferred' then 1 else 0 end
  where id = conversation and state = from_state and agent_id is not distinct from from_agent returning * into c;
  if not found then return null; end if;
  perform chat_stint_end(c.id, more->>'what', at);
  insert into chat_stint (conversation_id, no, user_id, group_id, began_at)
  select c.id, coalesce(max(no), 0) + 1, agent, c.group_id, at from chat_stint where conversation_id = c.id;
  insert into chat_participant (conversation_id, user_id) values (c.id, agent) on conflict do nothing;
  insert into chat_agent (user_id, last_assigned_at) values (agent, at) on conflict (tenant_id, user_id) do update set last_assigned_at = excluded.last_assigned_at;
  m := chat_append_event(c, more || jsonb_build_object('name', coalesce((select nick_name from member where user_id = agent), '')), at);
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'handed') || jsonb_build_object('left', from_agent);
end $$;

-- Puts a conversation (back) into a line; without `since` it waits as long as it always did.
create or replace function chat_queue(conversation bigint, from_agent bigint, line bigint, passed bigint[], since timestamptz, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
begin
  update chat_conversation set state = 'waiting', agent_id = null, group_id = coalesce(line, group_id), passed_by = passed, waiting_since = coalesce(since, waiting_since), assigned_at = null, reacted_at = null, due_at = null, warned_at = null,
    sticky_agent_id = case when line is null then sticky_agent_id end,
    handled_ms = handled_ms + case when state = 'open' then chat_ms(assigned_at, at) else 0 end, transfers = transfers + case when more->>'what' = 'transferred' then 1 else 0 end
  where id = conversation and state = case when from_agent is null then 'waiting' else 'open' end and agent_id is not distinct from from_agent returning * into c;
  if not found then return null; end if;
  perform chat_stint_end(c.id, more->>'what', at);
  m := chat_append_event(c, more, at);
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'queued') || jsonb_build_object('left', from_agent);
end $$;

-- Ends a conversation that is alive.
create or replace function chat_close(conversation bigint, by text, who bigint, more jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  c chat_conversation;
  m chat_message;
begin
  update chat_conversation set state = 'closed', closed_at = at, closed_by = by, due_at = null, unanswered_since = null, unread = 0,
    handled_ms = handled_ms + case when state = 'open' then chat_ms(assigned_at, at) else 0 end
  where id = conversation and state <> 'closed' returning * into c;
  if not found then return null; end if;
  perform chat_stint_end(c.id, 'closed', at);
  if who is not null then insert into chat_participant (conversation_id, user_id) values (c.id, who) on conflict do nothing; end if;
  m := chat_append_event(c, more, at);
  select * into c from chat_conversation where id = c.id;
  return chat_told(c, m, 'closed') || jsonb_build_object('left', c.agent_id);
end $$;

-- Conversations from before: events say who got them by name alone, so a stint is whose name it was among those who had it.
insert into chat_stint (tenant_id, conversation_id, no, user_id, group_id, began_at, first_answer_at, ended_at, ended_by)
select s.tenant_id, s.conversation_id, row_number() over (partition by s.conversation_id order by s.no), s.user_id, c.group_id, s.created_at,
  (select min(a.created_at) from chat_message a where a.conversation_id = s.conversation_id and a.author = 'agent' and a.user_id = s.user_id and a.no > s.no and a.no < coalesce(s.next_no, a.no + 1)),
  s.ended_at, case when s.ended_at is null then null when s.ended_what in ('transferred', 'taken', 'requeued', 'agentGone') then s.ended_what when s.ended_what = 'assigned' then 'requeued' else 'closed' end
from (
  select m.tenant_id, m.conversation_id, m.no, m.created_at, p.user_id, lead(m.created_at) over w ended_at, lead(m.detail->>'what') over w ended_what, lead(m.no) over w next_no
  from chat_message m left join lateral (
    select x.user_id from chat_participant x join member who on who.tenant_id = x.tenant_id and who.user_id = x.user_id
    where x.tenant_id = m.tenant_id and x.conversation_id = m.conversation_id and who.nick_name = m.detail->>'name' and m.detail->>'what' in ('assigned', 'taken', 'transferred') order by x.user_id limit 1) p on true
  where m.kind = 'event' and m.detail->>'what' in ('assigned', 'taken', 'transferred', 'requeued', 'agentGone', 'closed', 'blocked')
  window w as (partition by m.conversation_id order by m.no)
) s join chat_conversation c on c.tenant_id = s.tenant_id and c.id = s.conversation_id where s.user_id is not null;
-- Whoever was renamed since: the conversation itself knows who had it last.
insert into chat_stint (tenant_id, conversation_id, no, user_id, group_id, began_at, first_answer_at, ended_at, ended_by)
select c.tenant_id, c.id, coalesce((select max(s.no) from chat_stint s where s.tenant_id = c.tenant_id and s.conversation_id = c.id), 0) + 1, c.agent_id, c.group_id, c.assigned_at,
  (select min(a.created_at) from chat_message a where a.conversation_id = c.id and a.author = 'agent' and a.user_id = c.agent_id and a.created_at >= c.assigned_at),
  greatest(c.closed_at, c.assigned_at), case when c.closed_at is not null then 'closed' end
from chat_conversation c
where c.agent_id is not null and c.assigned_at is not null and not exists (select from chat_stint s where s.tenant_id = c.tenant_id and s.conversation_id = c.id and s.user_id = c.agent_id and (s.ended_at is null or s.ended_at = c.closed_at));
update chat_conversation c set first_assigned_at = s.first_at, handled_ms = s.handled
from (select tenant_id, conversation_id, min(began_at) first_at, sum(case when ended_at is null then 0 else chat_ms(began_at, ended_at) end)::bigint handled from chat_stint group by 1, 2) s where s.tenant_id = c.tenant_id and s.conversation_id = c.id;
update chat_conversation c set transfers = t.times
from (select tenant_id, conversation_id, count(*) times from chat_message where kind = 'event' and detail->>'what' = 'transferred' group by 1, 2) t where t.tenant_id = c.tenant_id and t.conversation_id = c.id;
