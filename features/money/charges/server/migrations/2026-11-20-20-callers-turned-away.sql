-- When owners were last told that callers were turned away because there is no money for their calls.
create table callers_turned_away (
  tenant_id  bigint primary key references tenant on delete cascade,
  told_at    timestamptz not null
);
call make_tenant_table('callers_turned_away', 'select, insert, update');
