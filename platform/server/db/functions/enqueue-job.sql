-- Adds a job in the caller's transaction: it exists if and only if the transaction commits. `pg_temp` is named last, so that a
-- caller's temporary tables and types cannot stand in for ours.
create or replace function enqueue_job(task text, payload json, queue text default null, job_key text default null, run_at timestamptz default null)
  returns void language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$ select graphile_worker.add_job(task, payload, queue, run_at, null, job_key) $$;
revoke all on function enqueue_job(text, json, text, text, timestamptz) from public;
grant execute on function enqueue_job(text, json, text, text, timestamptz) to openseat_app;
