-- What was said in a test by voice: the tester left, the flow right. A row goes with its file, so that no link leads nowhere.
create table flow_test_recording (
  tenant_id    bigint not null references tenant on delete cascade,
  talk         bigint not null references flow_talk on delete cascade,
  file_id      bigint not null references stored_file on delete cascade,
  duration_ms  int not null,
  bytes        bigint not null,
  created_at   timestamptz not null default now(),
  primary key (tenant_id, talk)
);
create index flow_test_recording_age on flow_test_recording (tenant_id, created_at);
create index flow_test_recording_talk on flow_test_recording (talk);
create index flow_test_recording_file on flow_test_recording (file_id);
call make_tenant_table('flow_test_recording');
