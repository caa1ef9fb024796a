-- What the operator of the installation decides about a tenant.
alter table tenant add column state text not null default 'active' check (state in ('active', 'suspended', 'closed'));
alter table tenant add column state_why text not null default '';
alter table tenant add column state_at timestamptz;
-- Of a closed one: everything it has is deleted then.
alter table tenant add column delete_at timestamptz;

-- What it may use; null: as much as it likes. Seats stand with the seats, the end of what is paid in the setting DialerPaidUntil, AI flows,
-- account mode and kind with the tenant.
create table tenant_plan (
  tenant_id           bigint primary key references tenant on delete cascade,
  calls_at_once       int check (calls_at_once >= 0),
  storage_bytes       bigint check (storage_bytes >= 0),
  -- Countries it may call at most, whatever it allows itself; none: all.
  countries           text[] not null default '{}',
  -- Calls by trunks of its own are not charged.
  own_lines_free      boolean not null default true,
  -- Set by the operator: its campaigns stand still (pause reason 3).
  campaigns_stopped   boolean not null default false
);
call make_tenant_table('tenant_plan', 'select');
