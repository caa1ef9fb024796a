-- What visitors call with from their page: one call each, within a minute. The password is kept nowhere; ha1 is what the exchange's digest needs.
create table chat_call_pass (
  guest       text primary key,
  tenant_id   bigint not null references tenant on delete cascade,
  visitor_id  bigint not null,
  group_id    bigint not null,
  ha1         text not null,
  address     text not null,
  issued_at   timestamptz not null default now(),
  expires_at  timestamptz not null,
  used_at     timestamptz,
  foreign key (tenant_id, visitor_id) references chat_visitor (tenant_id, id) on delete cascade
);
call make_tenant_table('chat_call_pass');
create index chat_call_pass_visitor on chat_call_pass (tenant_id, visitor_id, issued_at);
create index chat_call_pass_address on chat_call_pass (tenant_id, address, issued_at);
create index chat_call_pass_age on chat_call_pass (issued_at);
