-- Milliseconds from one moment to another, never less than none.
create or replace function chat_ms(from_at timestamptz, to_at timestamptz) returns bigint language sql immutable as $$
  select greatest(0, round(date_part('epoch', to_at - from_at) * 1000))::bigint
$$;

-- Ends the stint that lasts, if one does. `what` is what the conversation tells of it.
create or replace function chat_stint_end(conversation bigint, what text, at timestamptz) returns void language sql as $$
  update chat_stint set ended_at = greatest(at, began_at), ended_by = case when what in ('transferred', 'taken', 'requeued', 'agentGone') then what when what = 'assigned' then 'requeued' else 'closed' end
  where conversation_id = conversation and ended_at is null
$$;

-- Messages are written by several functions; the first of each stint is noted here.
create or replace function chat_stint_answered() returns trigger language plpgsql as $$
begin
  update chat_stint set first_answer_at = new.created_at
  where tenant_id = new.tenant_id and conversation_id = new.conversation_id and user_id = new.user_id and ended_at is null and first_answer_at is null;
  return null;
end $$;
