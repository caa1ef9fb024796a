-- How a voice agent stands; one row each, written before anybody is told.
create table agent_state (
  tenant_id         bigint not null,
  user_id           bigint not null,
  status            int not null,
  since             timestamptz not null,
  next_status       int,
  modified_by       text,
  next_modified_by  text,
  reason            text check (reason in ('missed', 'deviceError', 'forced', 'gone', 'signedOut')),
  -- What the agent was before the page vanished.
  resume_status     int,
  call_id           text,
  call_at           text check (call_at in ('ringing', 'talking')),
  wrap_up_call_id   text,
  wrap_up_from      timestamptz,
  wrap_up_until     timestamptz,
  idle_since        timestamptz not null,
  -- The sign-in the status belongs to: another one begins with the default status.
  session_id        bigint references session on delete set null,
  device_id         text not null default '',
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references member on delete cascade
);
create index agent_state_status on agent_state (tenant_id, status);
-- The referenced session is looked for when sessions are swept.
create index agent_state_session on agent_state (session_id) where session_id is not null;
call make_tenant_table('agent_state');

-- Every change of status. The agent socket says again what a page missed, by id.
create table agent_status_event (
  id          bigint generated always as identity primary key,
  tenant_id   bigint not null,
  user_id     bigint not null,
  status      int not null,
  at          timestamptz not null,
  -- When the next one came; null while it holds.
  until       timestamptz,
  changed_by  text,
  reason      text,
  call_id     text,
  foreign key (tenant_id, user_id) references member on delete cascade
);
create index agent_status_event_of_agent on agent_status_event (tenant_id, user_id, at);
create index agent_status_event_replay on agent_status_event (tenant_id, user_id, id);
create unique index agent_status_event_open on agent_status_event (tenant_id, user_id) where until is null;
call make_tenant_table('agent_status_event');

-- The work after each call, as long as it really was.
create table agent_wrap_up (
  tenant_id   bigint not null,
  user_id     bigint not null,
  call_id     text not null,
  started_at  timestamptz not null,
  ended_at    timestamptz not null,
  primary key (tenant_id, user_id, call_id),
  foreign key (tenant_id, user_id) references member on delete cascade
);
create index agent_wrap_up_at on agent_wrap_up (tenant_id, started_at);
call make_tenant_table('agent_wrap_up');
