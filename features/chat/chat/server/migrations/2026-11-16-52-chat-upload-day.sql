-- What visitors uploaded in a day, counted before it is stored.
create table chat_upload_day (
  tenant_id   bigint not null references tenant on delete cascade,
  visitor_id  bigint not null,
  day         date not null,
  bytes       bigint not null,
  primary key (tenant_id, visitor_id, day),
  foreign key (tenant_id, visitor_id) references chat_visitor (tenant_id, id) on delete cascade
);
call make_tenant_table('chat_upload_day');
create index chat_upload_day_of on chat_upload_day (tenant_id, day);
create index chat_upload_day_age on chat_upload_day (day);
