-- A sign of life of an agent. Whoever holds the row just now decides about them and may wait for the conversation we hold: not waited for.
-- What counts is whether one came since they were last given something (core/absence.ts): the next one changes nothing.
create or replace function chat_agent_acts(who bigint, at timestamptz) returns void language sql as $$
  update chat_agent set missed = 0, active_at = at where user_id in (
    select user_id from chat_agent where user_id = who and (missed > 0 or active_at is null or active_at < last_assigned_at) for update skip locked)
$$;
