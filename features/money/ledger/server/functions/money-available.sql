-- What the tenant of the transaction may still spend; no row where its money is not counted.
create or replace function money_available() returns table (currency text, available_e4 bigint) language sql stable as $$
  select a.currency, a.balance_e4 + a.credit_e4 - a.held_e4 from money_account a where a.tenant_id = current_tenant()
$$;
