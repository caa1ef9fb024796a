-- The devices of a visitor; somebody the host site vouches for may have several.
create table chat_visitor_device (
  token_hash  bytea primary key,
  tenant_id   bigint not null references tenant on delete cascade,
  visitor_id  bigint not null,
  created_at  timestamptz not null default now(),
  foreign key (tenant_id, visitor_id) references chat_visitor (tenant_id, id) on delete cascade
);
call make_tenant_table('chat_visitor_device');
create index chat_visitor_device_of on chat_visitor_device (tenant_id, visitor_id);
alter table chat_visitor drop column token_hash;
