-- Six digits that travelled to a number somebody wants to show. Kept as a hash; null until they were sent.
create table external_number_code (
  id                  bigint generated always as identity primary key,
  tenant_id           bigint not null references tenant on delete cascade,
  external_number_id  bigint not null,
  -- Counted over all tenants: nobody's phone rings for everybody's sake.
  number              text not null,
  salt                bytea,
  code_hash           bytea,
  tries               int not null default 0,
  created_at          timestamptz not null,
  expires_at          timestamptz not null,
  used_at             timestamptz,
  unique (tenant_id, id),
  foreign key (tenant_id, external_number_id) references external_number (tenant_id, id) on delete cascade
);
call make_tenant_table('external_number_code');
create index external_number_code_of on external_number_code (tenant_id, external_number_id, id desc);
create index external_number_code_number on external_number_code (number, created_at);
