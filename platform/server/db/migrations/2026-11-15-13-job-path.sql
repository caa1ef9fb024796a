-- Named last, a caller's temporary tables and types cannot stand in for ours.
alter function enqueue_job(text, json, text, text, timestamptz) set search_path = pg_catalog, public, pg_temp;
