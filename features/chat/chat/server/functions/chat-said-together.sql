-- What several say (`chat_say`), by one statement: what each table costs to open is paid once. Of several into one conversation only the first.
create or replace function chat_said_together(sayings jsonb, at timestamptz, a_minute int)
  returns table (place bigint, id bigint, agent_id bigint, visitor_id bigint, message jsonb, called bigint[]) language sql as $$
  with said as materialized (
    select s.*, coalesce(s.conversation, (select c.id from chat_conversation c where c.visitor_id = s.visitor and c.state <> 'closed')) talk
    from rows from (jsonb_to_recordset(sayings) as (visitor bigint, conversation bigint, who bigint, who_name text, client uuid, words text)) with ordinality
      as s (visitor, conversation, who, who_name, client, words, place)
  ), firsts as materialized (
    select distinct on (talk) * from said where talk is not null order by talk, place
  ), held as materialized (
    select f.place, f.talk, f.who, f.who_name, f.client, f.words
    from firsts f cross join lateral (
      select c.id, c.last_no, c.channel_id from chat_conversation c
      where c.id = f.talk and c.state = 'open' and (f.who is null or c.agent_id = f.who) for update skip locked) c
    where case when f.who is null then
        -- A number may be kept out, which is not looked up here.
        exists (select from chat_visitor v where v.id = f.visitor and v.blocked_at is null and v.phone = '')
        and not exists (select from (select o.id from chat_conversation o where o.visitor_id = f.visitor order by o.id desc limit 3) o join chat_message x on x.conversation_id = o.id and x.client_id = f.client)
        -- So many of a minute cannot be theirs alone while the last so many of both took longer.
        and (not exists (select from chat_message x where x.conversation_id = c.id and x.no = c.last_no - a_minute + 1 and x.created_at > at - interval '1 minute')
          or (select count(*) from chat_message x where x.conversation_id = c.id and x.no > c.last_no - 4 * a_minute and x.author = 'visitor' and x.created_at > at - interval '1 minute') < a_minute)
      else exists (select from chat_channel h where h.id = c.channel_id and h.kind = 'web') and not exists (select from chat_message x where x.conversation_id = c.id and x.client_id = f.client)
      end
  ), spoken as (
    -- As `chat_append` has it.
    update chat_conversation c set
      last_no = c.last_no + 1, spoke_at = date_trunc('second', at), last_text = left(h.words, 200), last_chat_type = case when h.who is null then 1 else 0 end, warned_at = null,
      unread = case when h.who is null then c.unread + 1 else 0 end,
      agent_read_no = case when h.who is null then c.agent_read_no else c.last_no + 1 end,
      unanswered_since = case when h.who is null then coalesce(c.unanswered_since, at) end,
      reacted_at = case when h.who is null then c.reacted_at else coalesce(c.reacted_at, at) end,
      first_answer_at = case when h.who is null then c.first_answer_at else coalesce(c.first_answer_at, at) end,
      last_at = case when at < c.last_at + interval '1 minute' then c.last_at else date_trunc('second', at) end,
      due_at = case when h.who is not null then at + (select chat_setting('ChatSilenceMinutes', 30)) * interval '1 minute' when c.reacted_at is not null then null else c.due_at end
    from held h where c.id = h.talk
    returning h.place, h.who, h.who_name, h.client, h.words, c.id, c.last_no, c.agent_id, c.visitor_id, c.delivered_no, c.visitor_read_no, c.agent_read_no
  ), written as (
    insert into chat_message as m (conversation_id, no, author, user_id, author_name, client_id, kind, text, created_at)
    select t.id, t.last_no, case when t.who is null then 'visitor' else 'agent' end, t.who, coalesce(t.who_name, ''), t.client, 'text', t.words, at from spoken t
    returning m
  ), active as (
    -- As `chat_agent_acts` has it.
    update chat_agent a set missed = 0, active_at = at where a.user_id in (
      select x.user_id from chat_agent x where x.user_id in (select t.who from spoken t) and (x.missed > 0 or x.active_at is null or x.active_at < x.last_assigned_at) for update skip locked)
  )
  select t.place, t.id, t.agent_id, t.visitor_id, chat_message_told(w.m, t.delivered_no, t.visitor_read_no, t.agent_read_no) message,
    array(select x.user_id from chat_mention x where x.conversation_id = t.id and x.user_id <> t.agent_id) called
  from written w join spoken t on t.id = (w.m).conversation_id order by t.place
$$;
