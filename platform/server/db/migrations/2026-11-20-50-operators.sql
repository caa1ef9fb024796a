-- People above tenants: they run the installation.
create table operator_account (
  user_id    bigint primary key references user_account on delete cascade,
  since      timestamptz not null default now(),
  -- Who made them one; empty for the first.
  added_by   text not null default ''
);

-- Whoever set it up runs it: the first owner of its first tenant that did not come with the demo.
insert into operator_account (user_id)
  select m.user_id from member m join tenant t on t.id = m.tenant_id
  where m.is_owner and m.enabled and not exists (select from tenant_setting s where s.tenant_id = t.id and s.name = 'demo')
  order by t.id, m.joined_at, m.user_id limit 1;

-- A secret of the installation itself, sealed as those of tenants are: the chain of its operators' log hangs on it.
create table installation_secret (
  is_only  boolean primary key default true check (is_only),
  secret   bytea not null
);

-- When somebody at this session showed their second factor; null: not at this one.
alter table session add column factor_at timestamptz;

-- Help of an operator inside a tenant: asked for, allowed by an owner for an hour, over.
create table tenant_help (
  id            bigint generated always as identity primary key,
  tenant_id     bigint not null references tenant on delete cascade,
  -- Who asked; null where the tenant offered it by itself.
  asked_by      bigint references user_account on delete set null,
  asked_name    text not null default '',
  why           text not null default '' check (length(why) <= 500),
  asked_at      timestamptz not null default now(),
  -- What helpers may do, as a role has it; they see numbers hidden unless it says otherwise.
  functions     text[] not null default '{}',
  granted_name  text not null default '',
  granted_at    timestamptz,
  until         timestamptz check ((until is null) = (granted_at is null)),
  ended_at      timestamptz,
  ended_by      text not null default ''
);
create index tenant_help_page on tenant_help (tenant_id, id desc);
create index tenant_help_open on tenant_help (until) where ended_at is null;
call make_tenant_table('tenant_help', 'select, insert, update');
alter table session add column help_id bigint references tenant_help on delete cascade;
create index session_help on session (help_id) where help_id is not null;
create index session_of_tenant on session (tenant_id) where ended_at is null;
