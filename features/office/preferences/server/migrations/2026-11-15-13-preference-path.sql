-- Named last, a caller's temporary tables cannot stand in for ours.
alter function set_preference(bigint, text, text) set search_path = pg_catalog, public, pg_temp;
