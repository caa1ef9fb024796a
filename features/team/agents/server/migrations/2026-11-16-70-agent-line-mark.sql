-- What was told last of the lines of an agent: is_check of the specification, 1 while tested, 2 where the last test failed.
create table agent_line_mark (
  tenant_id  bigint not null references tenant on delete cascade,
  user_id    bigint not null,
  line_id    int not null references web_call_line on delete cascade,
  state      smallint not null check (state in (0, 1, 2)),
  marked_at  timestamptz not null default now(),
  primary key (tenant_id, user_id, line_id),
  foreign key (tenant_id, user_id) references member on delete cascade
);
call make_tenant_table('agent_line_mark');
