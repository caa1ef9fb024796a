-- What the dialler (people talk) and AI campaigns (a flow talks) are told beyond what every campaign is.
alter table campaign
  -- Lines for each free agent, where it is proportional.
  add column ratio              numeric(4, 2) not null default 1 check (ratio between 1 and 10),
  -- Calls people answered and found nobody, of a thousand answered ones, that it may come to.
  add column abandon_per_mille  smallint not null default 30 check (abandon_per_mille between 0 and 50),
  add column abandoned_sound_id bigint,
  add column machine_rule       text not null default 'connect' check (machine_rule in ('connect', 'hangUp', 'message')),
  add column machine_sound_id   bigint,
  -- Free agents who are left to callers of their groups.
  add column keep_free          smallint not null default 0 check (keep_free between 0 and 100),
  add column flow_id            bigint,
  add column calls_at_once      int not null default 5 check (calls_at_once between 1 and 1000),
  -- Attributes of the flow by the column of the list that fills them.
  add column flow_values        jsonb not null default '{}';

alter table campaign_customer
  -- Somebody set this one aside; `next_at` is infinity meanwhile.
  add column is_set_aside boolean not null default false;

alter table campaign_attempt
  add column left_at      timestamptz,
  add column rang_at      timestamptz,
  add column connected_at timestamptz,
  -- Nobody of ours came in time.
  add column abandoned_at timestamptz,
  add column by_machine   boolean not null default false,
  -- shared/codes/ai-call-result.ts
  add column ai_result    smallint;
-- Whoever found nobody is left alone for a while, over all campaigns.
create index campaign_attempt_abandoned on campaign_attempt (tenant_id, number, abandoned_at desc) where abandoned_at is not null;
-- Of the dialler after a restart: what was under way.
create index campaign_attempt_under_way on campaign_attempt (tenant_id, campaign_id, id) where ended_at is null;
