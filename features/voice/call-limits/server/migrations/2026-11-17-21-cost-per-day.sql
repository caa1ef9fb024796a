-- What calls may cost in a day, in the smallest unit of the tenant's currency.
alter table call_limit drop constraint call_limit_kind_check;
alter table call_limit add constraint call_limit_kind_check
  check (kind in ('failure', 'perNumber', 'numbers', 'callsPerSecond', 'concurrent', 'costPerDay'));
