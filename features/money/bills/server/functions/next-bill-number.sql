-- The number of the bill that is being issued, and who issues it. It is counted with the transaction that uses it: without gaps.
create or replace function next_bill_number() returns table (no bigint, prefix text, issuer jsonb)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update bill_issuer set next_no = next_no + 1
  returning next_no - 1, prefix, jsonb_build_object('name', name, 'address', address, 'taxId', tax_id, 'contact', contact, 'bank', bank)
$$;
revoke all on function next_bill_number() from public;
grant execute on function next_bill_number() to openseat_app;
