-- What is not billed yet, summed up to an entry: who looks reads only those behind it.
create table bill_running (
  tenant_id    bigint primary key references tenant on delete cascade,
  -- The last entry the bill before knew.
  after_entry  bigint not null,
  up_to        bigint not null,
  -- core/money/bill.ts.
  lines        jsonb not null,
  paid_e4      bigint not null
);
call make_tenant_table('bill_running');
