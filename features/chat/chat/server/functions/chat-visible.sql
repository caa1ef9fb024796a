-- Both are the rules of core/visibility.ts; server/chat-rules.test.ts compares them.

-- Whose a conversation is to work with, besides supervisors: whoever has it, whoever could take it, whoever had it, whoever has another one with the same person.
-- The same person is the same visitor, or the customer another visitor is proven to be: a link an agent made opens nothing.
create or replace function chat_theirs(c chat_conversation, who bigint) returns boolean language sql stable as $$
  select case c.state
    when 'open' then c.agent_id = who
    when 'waiting' then exists (select from agent_group_member g where g.group_id = c.group_id and g.user_id = who)
    else exists (select from chat_participant p where p.conversation_id = c.id and p.user_id = who)
      or exists (select from chat_conversation o join chat_visitor v on v.id = o.visitor_id where o.agent_id = who and o.state = 'open' and (v.id = c.visitor_id or v.proven_customer_id = c.customer_id))
  end
$$;

-- Who else may see a conversation: whose it is to work with, and whoever was called into it.
create or replace function chat_visible(c chat_conversation, who bigint) returns boolean language sql stable as $$
  select chat_theirs(c, who) or exists (select from chat_mention x where x.conversation_id = c.id and x.user_id = who)
$$;
