-- How a tenant's company signs in: its identity provider, and what its word gives.
create table sso_config (
  tenant_id            bigint primary key references tenant on delete cascade,
  enabled              boolean not null default false,
  idp_entity_id        text not null,
  sign_in_url          text not null,
  logout_url           text,
  logout_response_url  text,
  -- In PEM form; several while one replaces another.
  certificates         text[] not null,
  -- Where its description is read again every day.
  metadata_url         text,
  email_domains        text[] not null,
  email_attribute      text not null default '',
  name_attribute       text not null default '',
  role_attribute       text not null default '',
  role_mappings        jsonb not null default '[]',
  default_role_ids     bigint[] not null default '{}',
  password_sign_in     text not null default 'everyone' check (password_sign_in in ('everyone', 'owners', 'nobody')),
  worked_at            timestamptz,
  problem              text,
  problem_at           timestamptz,
  version              int not null default 1,
  updated_at           timestamptz not null default now()
);
call make_tenant_table('sso_config');

-- Both belong to how the company signs in, and change with it.
grant update (company_domain, password_sign_in) on tenant to openseat_app;

-- The key we sign with; out of reach of requests.
create table sso_key (
  tenant_id    bigint primary key references tenant on delete cascade,
  private_key  text not null,
  certificate  text not null
);

-- A sign-in that was begun. It is answered once.
create table sso_request (
  id          text primary key,
  tenant_id   bigint not null references tenant on delete cascade,
  challenge   text not null,
  is_trial    boolean not null,
  expires_at  timestamptz not null
);
create index sso_request_tenant on sso_request (tenant_id);
create index sso_request_expiry on sso_request (expires_at);

-- Messages of identity providers that were taken: none counts twice.
create table sso_message (
  tenant_id   bigint not null references tenant on delete cascade,
  id          text not null,
  expires_at  timestamptz not null,
  primary key (tenant_id, id)
);
create index sso_message_expiry on sso_message (expires_at);

-- What a company said about somebody, until the tab that asked fetches its session.
create table sso_code (
  hash        bytea primary key,
  tenant_id   bigint not null references tenant on delete cascade,
  challenge   text not null,
  is_trial    boolean not null,
  claims      jsonb not null,
  expires_at  timestamptz not null
);
create index sso_code_tenant on sso_code (tenant_id);
create index sso_code_expiry on sso_code (expires_at);

-- Sessions by the names the company has for them.
create table sso_session (
  session_id      bigint primary key references session on delete cascade,
  tenant_id       bigint not null references tenant on delete cascade,
  name_id         text not null,
  name_id_format  text,
  session_index   text
);
create index sso_session_name on sso_session (tenant_id, name_id);

-- Roles that came by the company's word; others are not ours to change.
create table sso_member_role (
  tenant_id  bigint not null,
  user_id    bigint not null,
  system_id  int not null,
  role_id    bigint not null,
  primary key (tenant_id, user_id, system_id),
  foreign key (tenant_id, user_id) references member on delete cascade
);
