-- Money in the smallest unit of its currency, so that sums are exact.
create table tenant_balance (
  tenant_id      bigint primary key references tenant on delete cascade,
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  balance_minor  bigint not null default 0
);
call make_tenant_table('tenant_balance');
