-- A message changes nothing of its conversation that an index holds, so that the row is written anew in its page and no index is touched.
alter table chat_conversation
  -- When somebody last wrote, to the second; null: `last_at`, which follows it by the minute, and exactly when the conversation is over.
  add column spoke_at timestamptz,
  -- No later than `due_at`: whoever looks then and finds it not due looks again when it is.
  add column look_at timestamptz;
-- Room for the next versions of a row beside it.
alter table chat_conversation set (fillfactor = 80);
create function chat_look_sooner() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger chat_look_sooner before insert or update on chat_conversation for each row
  when (new.due_at < coalesce(new.look_at, 'infinity')) execute function chat_look_sooner();
select enqueue_job('chat.lookAtDue', '{}'::json, job_key => 'chat.lookAtDue') where exists (select 1 from chat_conversation where due_at is not null);

-- A message belongs to its conversation, and with it to the tenant: a second reference locked the tenant's row with every message.
alter table chat_message drop constraint chat_message_tenant_id_fkey;
