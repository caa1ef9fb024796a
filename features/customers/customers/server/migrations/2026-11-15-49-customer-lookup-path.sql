-- Named last, a caller's temporary tables cannot stand in for ours.
alter function customers_with_number(text[]) set search_path = pg_catalog, public, pg_temp;
alter function customers_with_address(text[]) set search_path = pg_catalog, public, pg_temp;
revoke execute on function customers_with_number(text[]), customers_with_address(text[]) from public;
grant execute on function customers_with_number(text[]), customers_with_address(text[]) to openseat_app;
