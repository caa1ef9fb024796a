-- What rings for an agent: the phone of the page, or a SIP phone of its own.
alter table agent add column device text not null default 'browser' check (device in ('browser', 'sipPhone'));

-- The login of a SIP phone: it has no session and stays until it is renewed or taken away.
alter table sip_login add column standing boolean not null default false;

-- The phone somebody who is invited gets when they come.
create table agent_promise (
  tenant_id      bigint not null references tenant on delete cascade,
  invitation_id  bigint not null,
  wish           jsonb not null,
  primary key (tenant_id, invitation_id),
  foreign key (tenant_id, invitation_id) references invitation (tenant_id, id) on delete cascade
);
call make_tenant_table('agent_promise');
