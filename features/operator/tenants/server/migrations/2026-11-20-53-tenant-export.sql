-- Archives of everything a tenant has. They are the operator's: they stay for a while when the tenant is gone.
create table tenant_export (
  id          bigint generated always as identity primary key,
  of_tenant   bigint not null,
  asked_by    text not null,
  asked_at    timestamptz not null default now(),
  begun_at    timestamptz,
  ready_at    timestamptz,
  failed_at   timestamptz,
  bytes       bigint,
  -- Of the bytes; null before they are there and after they went.
  file_key    text,
  expires_at  timestamptz
);
create index tenant_export_of on tenant_export (of_tenant, id desc);
create index tenant_export_expiry on tenant_export (expires_at) where file_key is not null;
