-- What agents found out about their headset, browser and network; the newest few of everybody.
create table equipment_check (
  tenant_id      bigint not null references tenant on delete cascade,
  id             bigint generated always as identity,
  user_id        bigint not null,
  -- As features/equipment-check/contract.ts says.
  facts          jsonb not null,
  microphone_ok  boolean not null,
  speaker_ok     boolean not null,
  browser_ok     boolean not null,
  network_ok     boolean not null,
  -- The newest of this person.
  is_latest      boolean not null default true,
  created_at     timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references member on delete cascade
);
create unique index equipment_check_latest on equipment_check (tenant_id, user_id) where is_latest;
create index equipment_check_user on equipment_check (tenant_id, user_id, id desc);
create index equipment_check_list on equipment_check (tenant_id, id desc) where is_latest;
call make_tenant_table('equipment_check');
