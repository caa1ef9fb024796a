-- Whether only templates go through now. The rule of core/reply-rules.ts; server/chat-rules.test.ts compares them.
create or replace function chat_window_over(c chat_conversation, at timestamptz) returns boolean language sql stable as $$
  select coalesce((select v.heard_at + ch.window_hours * interval '1 hour' <= at from chat_channel ch, chat_visitor v where ch.id = c.channel_id and v.id = c.visitor_id), false)
$$;
