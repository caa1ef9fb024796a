-- How far the orders of an AI task are, among a million: who was stopped, set aside, tried, or not begun with.
create index campaign_customer_stopped on campaign_customer (tenant_id, campaign_id, id) where closed_by = 'stopped';
create index campaign_customer_aside on campaign_customer (tenant_id, campaign_id, id) where task_state = 0 and is_set_aside;
create index campaign_customer_tried on campaign_customer (tenant_id, campaign_id, id) where task_state = 0 and not is_set_aside and attempts > 0;
create index campaign_customer_untried on campaign_customer (tenant_id, campaign_id, id) where task_state = 0 and not is_set_aside and attempts = 0;

-- Calls of a campaign that are over, added up by quarters of an hour (zones differ by those): figures of a task read some thousand rows
-- instead of every call. Kept by triggers of `campaign_attempt`.
create table campaign_tally (
  tenant_id   bigint not null references tenant on delete cascade,
  campaign_id bigint not null references campaign on delete cascade,
  slot        timestamptz not null,
  status      smallint not null,
  -- shared/codes/ai-call-result.ts; 0: none.
  ai_result   smallint not null,
  calls       int not null default 0,
  -- The line was taken, by whomever; by a person; nobody of ours came; a machine; an agent talked; seconds of it.
  taken       int not null default 0,
  answered    int not null default 0,
  abandoned   int not null default 0,
  machines    int not null default 0,
  connected   int not null default 0,
  talk_sec    bigint not null default 0,
  primary key (tenant_id, campaign_id, slot, status, ai_result)
);
call make_tenant_table('campaign_tally');

-- Of many rows at once, some that are no more and some that are now: what they come to together, in one order, so that nobody waits in a ring.
create function campaign_tallied() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger campaign_attempt_tally_new after insert on campaign_attempt referencing new table as come for each statement execute function campaign_tallied();
create trigger campaign_attempt_tally_changed after update on campaign_attempt referencing old table as gone new table as come for each statement execute function campaign_tallied();
create trigger campaign_attempt_tally_gone after delete on campaign_attempt referencing old table as gone for each statement execute function campaign_tallied();

insert into campaign_tally (tenant_id, campaign_id, slot, status, ai_result, calls, taken, answered, abandoned, machines, connected, talk_sec)
select tenant_id, campaign_id, date_bin('15 minutes', began_at, 'epoch'), status, coalesce(ai_result, 0), count(*), count(answered_at), count(*) filter (where answered_at is not null and not by_machine),
  count(abandoned_at), count(*) filter (where by_machine), count(connected_at), sum(talk_sec)
from campaign_attempt where ended_at is not null group by 1, 2, 3, 4, 5;
-- Who talked in them, and how long.
create index campaign_attempt_agents on campaign_attempt (tenant_id, campaign_id, user_id) include (result, talk_sec) where user_id is not null and ended_at is not null;
-- Who was taken out again counts nowhere.
create index campaign_customer_removed on campaign_customer (tenant_id, campaign_id, result) where closed_by = 'removed';
