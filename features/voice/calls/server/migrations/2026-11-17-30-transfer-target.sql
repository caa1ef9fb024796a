-- Whom a person hands calls to: what they starred, and whom they gave a call last. Outside numbers are not kept.
create table transfer_target (
  tenant_id     bigint not null references tenant on delete cascade,
  user_id       bigint not null,
  colleague_id  bigint,
  group_id      bigint,
  is_starred    boolean not null default false,
  used_at       timestamptz,
  check (num_nonnulls(colleague_id, group_id) = 1),
  unique (tenant_id, user_id, colleague_id),
  unique (tenant_id, user_id, group_id),
  foreign key (tenant_id, user_id) references member on delete cascade,
  foreign key (tenant_id, colleague_id) references member on delete cascade,
  foreign key (tenant_id, group_id) references agent_group (tenant_id, id) on delete cascade
);
call make_tenant_table('transfer_target');
