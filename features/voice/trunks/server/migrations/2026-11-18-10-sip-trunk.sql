-- A connection to a carrier by SIP, as the tenant described it. Among the trunks of routes it is `sip-<id>`.
create table sip_trunk (
  id          bigint generated always as identity primary key,
  tenant_id   bigint not null references tenant on delete cascade,
  name        text not null,
  enabled     boolean not null,
  -- Checked by the contract; no secret is in it.
  settings    jsonb not null,
  -- Password and secret headers, sealed with a key of the tenant.
  sealed      text not null,
  version     int not null default 1,
  -- How it is, as the process that keeps it open last said; null: none has said anything.
  state       jsonb,
  -- What the last test found.
  test        jsonb,
  unique (tenant_id, id),
  constraint sip_trunk_name unique (tenant_id, name)
);
call make_tenant_table('sip_trunk');
create index sip_trunk_open on sip_trunk (tenant_id) where enabled;
