-- Groups of the company a member is in, as its provisioning said: for sign-ins that say nothing of them.
create table sso_said_groups (
  tenant_id  bigint not null,
  user_id    bigint not null,
  groups     text[] not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references member on delete cascade
);
call make_tenant_table('sso_said_groups');
