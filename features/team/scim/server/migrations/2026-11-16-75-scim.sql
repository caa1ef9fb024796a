-- What a company's provider shows when it provisions people; the token itself is nowhere.
create table scim_token (
  id                 bigint generated always as identity primary key,
  tenant_id          bigint not null references tenant on delete cascade,
  hash               bytea not null unique,
  prefix             text not null,
  -- From where it may be used; none: from anywhere.
  networks           text[] not null default '{}',
  created_by         text not null,
  created_at         timestamptz not null default now(),
  last_used_at       timestamptz,
  last_used_address  text not null default ''
);
create index scim_token_tenant on scim_token (tenant_id);
call make_tenant_table('scim_token');

-- What the provider said of a member, beside what the member is here.
create table scim_user (
  tenant_id     bigint not null,
  user_id       bigint not null,
  external_id   text,
  display_name  text,
  given_name    text,
  family_name   text,
  -- The provider shut the member out, and may let them in again; whom people here shut out it may not.
  is_shut       boolean not null default false,
  -- The provider deleted the member: for it there is nobody until it creates them again.
  is_gone       boolean not null default false,
  updated_at    timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references member on delete cascade
);
create index scim_user_external on scim_user (tenant_id, external_id);
call make_tenant_table('scim_user');
