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

-- What a tenant uses, counted every few minutes for the list of all.
create table tenant_usage (
  tenant_id       bigint primary key references tenant on delete cascade,
  counted_at      timestamptz not null,
  members         int not null,
  voice_seats     int not null,
  text_seats      int not null,
  calls_now       int not null,
  calls_today     int not null,
  calls_30_days   int not null,
  storage_bytes   bigint not null,
  -- The last file that is counted.
  counted_file    bigint not null,
  trunks_down     int not null,
  failing_jobs    int not null,
  last_sign_in    timestamptz
);
call make_tenant_table('tenant_usage', 'select');
