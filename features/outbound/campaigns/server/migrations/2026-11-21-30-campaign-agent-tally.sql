-- Calls of agents in a campaign that are over and came to something, added up by quarters of an hour: figures of a task and of its agents
-- read these instead of every call. Kept by the triggers that keep `campaign_tally`.
create table campaign_agent_tally (
  tenant_id   bigint not null references tenant on delete cascade,
  campaign_id bigint not null references campaign on delete cascade,
  slot        timestamptz not null,
  -- 0: nobody of ours had it.
  user_id     bigint not null,
  calls       int not null default 0,
  -- Both talked (shared/codes/preview-result.ts).
  reached     int not null default 0,
  talk_sec    bigint not null default 0,
  primary key (tenant_id, campaign_id, slot, user_id)
);
call make_tenant_table('campaign_agent_tally');
insert into campaign_agent_tally (tenant_id, campaign_id, slot, user_id, calls, reached, talk_sec)
select tenant_id, campaign_id, date_bin('15 minutes', began_at, 'epoch'), coalesce(user_id, 0), count(*), count(*) filter (where result = 1), sum(talk_sec)
from campaign_attempt where ended_at is not null and result is not null group by 1, 2, 3, 4;
-- What was counted by it is read from there.
drop index campaign_attempt_agents;

-- How many customers of a campaign each agent has, and of how many they are done; who was skipped; who was promised a call.
create index campaign_customer_shared on campaign_customer (tenant_id, campaign_id, agent_id, task_state) where agent_id is not null and closed_by is distinct from 'removed';
create index campaign_customer_skipped on campaign_customer (tenant_id, campaign_id) where closed_by = 'skipped';
create index campaign_customer_follow_up on campaign_customer (tenant_id, campaign_id) where task_state = 0 and is_follow_up;
