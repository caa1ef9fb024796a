-- Seats and places in groups of agents that came by the company's word; others are not ours to take.
create table sso_member_gift (
  tenant_id        bigint not null,
  user_id          bigint not null,
  text_seat        boolean not null,
  voice_seat       boolean not null,
  agent_group_ids  bigint[] not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references member on delete cascade
);
call make_tenant_table('sso_member_gift');
