-- A connection to a carrier is a trunk; a line is what a phone registers on.
alter table call_line rename to trunk;
alter table router_line rename to router_trunk;
alter table router_trunk rename column line_id to trunk_id;
alter table call_attempt rename column line_id to trunk_id;
alter table trunk rename constraint call_line_tenant_id_name_key to trunk_name;
alter table router rename constraint router_tenant_id_name_key to router_name;

alter table trunk
  add column version            int not null default 1,
  -- Calls for help may leave by it, where its carrier is no rehearsal; what the carrier is told of where people are.
  add column emergency          boolean not null default false,
  add column emergency_address  text not null default '';

-- Open always, as a calendar says, or by a week of its own.
alter table router
  add column version          int not null default 1,
  add column strategy         text not null default 'order' check (strategy in ('order', 'share', 'cost')),
  add column calendar_id      bigint,
  add column weekly           jsonb,
  add column time_zone        text,
  add column number_strategy  text not null default 'fixed'
    check (number_strategy in ('fixed', 'inTurns', 'sameCountry', 'sameArea', 'leastUsed')),
  -- A number that so many calls in a row were not answered from rests so long; null: none rests.
  add column rest_after       int check (rest_after > 1),
  add column rest_minutes     int not null default 60 check (rest_minutes > 0),
  add constraint router_calendar foreign key (tenant_id, calendar_id) references business_calendar (tenant_id, id)
    on delete set null (calendar_id),
  add constraint router_hours check ((weekly is null) = (time_zone is null) and (calendar_id is null or weekly is null));

alter table router_trunk add column weight int not null default 1 check (weight > 0);
create index router_trunk_of on router_trunk (tenant_id, trunk_id);

-- Numbers a route shows, in order, how often each was shown by it, and whether people still answer it. Without any, every number that is bound to no other is shown.
create table router_number (
  tenant_id           bigint not null references tenant on delete cascade,
  router_id           bigint not null,
  position            int not null,
  did_number_id       bigint,
  external_number_id  bigint,
  -- Copied, as no number ever becomes another: a call looks at every number of a pool, and waits.
  number              text not null,
  country_iso2        text,
  -- Calls of this day, by the clock of the tenant.
  shown_on            date,
  shown               int not null default 0,
  last_shown_at       timestamptz,
  -- Calls since somebody last answered.
  unanswered          int not null default 0,
  last_ended_at       timestamptz,
  check (num_nonnulls(did_number_id, external_number_id) = 1),
  unique nulls not distinct (tenant_id, router_id, did_number_id, external_number_id),
  foreign key (tenant_id, router_id) references router (tenant_id, id) on delete cascade,
  foreign key (tenant_id, did_number_id) references did_number (tenant_id, id) on delete cascade,
  foreign key (tenant_id, external_number_id) references external_number (tenant_id, id) on delete cascade
);
create index router_number_shown on router_number (tenant_id, number);
create index router_number_did on router_number (tenant_id, did_number_id) where did_number_id is not null;
create index router_number_external on router_number (tenant_id, external_number_id) where external_number_id is not null;
call make_tenant_table('router_number');

-- What a minute over a trunk costs, by the first digits of the number; in the smallest unit of the tenant's currency.
create table trunk_price (
  tenant_id   bigint not null references tenant on delete cascade,
  trunk_id    bigint not null,
  prefix      text not null check (prefix ~ '^[0-9]{1,15}$'),
  per_minute  numeric(12, 4) not null check (per_minute >= 0),
  primary key (tenant_id, trunk_id, prefix),
  foreign key (tenant_id, trunk_id) references trunk (tenant_id, id) on delete cascade
);
call make_tenant_table('trunk_price');

-- Routes the members of a group call by; without any, all.
create table agent_group_router (
  tenant_id  bigint not null references tenant on delete cascade,
  group_id   bigint not null,
  router_id  bigint not null,
  primary key (tenant_id, group_id, router_id),
  foreign key (tenant_id, group_id) references agent_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, router_id) references router (tenant_id, id) on delete cascade
);
create index agent_group_router_of on agent_group_router (tenant_id, router_id);
call make_tenant_table('agent_group_router');

alter table call_attempt
  add column shown       text not null default '',
  -- As the price list said when it began; null: nobody knows.
  add column per_minute  numeric(12, 4),
  add column talked_ms   int,
  -- What it cost, as far as the price list tells.
  add column cost_minor  numeric(14, 4);
