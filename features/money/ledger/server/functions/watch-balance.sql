-- Owners are told when the balance falls below what they named, once until it is above again.
create or replace function watch_balance() returns trigger language plpgsql as $$
begin
  if new.warn_below_e4 is null or new.balance_e4 >= new.warn_below_e4 then
    new.warned_at := null;
  elsif new.warned_at is null then
    new.warned_at := now();
    perform enqueue_job('ledger.tellLow', json_build_object('tenantId', new.tenant_id), job_key => 'ledger.tellLow ' || new.tenant_id);
  end if;
  return new;
end $$;
