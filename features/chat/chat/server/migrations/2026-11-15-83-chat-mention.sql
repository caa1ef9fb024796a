-- Whom a note called: they may look into the conversation and write notes, whoever has it.
create table chat_mention (
  tenant_id        bigint not null references tenant on delete cascade,
  conversation_id  bigint not null,
  user_id          bigint not null,
  primary key (tenant_id, user_id, conversation_id),
  foreign key (tenant_id, conversation_id) references chat_conversation (tenant_id, id) on delete cascade
);
call make_tenant_table('chat_mention');
create index chat_mention_conversation on chat_mention (tenant_id, conversation_id);

create function chat_note_mentions() returns trigger language plpgsql as $$
begin
  insert into chat_mention (tenant_id, conversation_id, user_id)
  select new.tenant_id, new.conversation_id, m.user_id from member m
  where m.tenant_id = new.tenant_id and m.user_id in (select id::bigint from jsonb_array_elements_text(new.detail->'mentions') id) on conflict do nothing;
  return null;
end $$;
create trigger chat_message_mentions after insert on chat_message for each row when (new.author = 'note' and new.detail ? 'mentions') execute function chat_note_mentions();
insert into chat_mention (tenant_id, conversation_id, user_id)
select distinct x.tenant_id, x.conversation_id, m.user_id from chat_message x cross join lateral jsonb_array_elements_text(x.detail->'mentions') id join member m on m.tenant_id = x.tenant_id and m.user_id = id::bigint
where x.author = 'note' and x.detail ? 'mentions';

-- Whose a conversation is to work with, besides supervisors: whoever has it, whoever could take it, whoever had it, whoever has another one with the same person.
create function chat_theirs(c chat_conversation, who bigint) returns boolean language sql stable as $$
  select case c.state
    when 'open' then c.agent_id = who
    when 'waiting' then exists (select from agent_group_member g where g.group_id = c.group_id and g.user_id = who)
    else exists (select from chat_participant p where p.conversation_id = c.id and p.user_id = who)
      or exists (select from chat_conversation o where o.agent_id = who and o.state = 'open' and (o.visitor_id = c.visitor_id or o.customer_id = c.customer_id))
  end
$$;

-- Who else may see a conversation: whose it is to work with, and whoever was called into it.
create or replace function chat_visible(c chat_conversation, who bigint) returns boolean language sql stable as $$
  select chat_theirs(c, who) or exists (select from chat_mention x where x.conversation_id = c.id and x.user_id = who)
$$;
