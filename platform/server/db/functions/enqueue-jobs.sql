-- Adds several jobs, `[{"task", "payload"}, …]`, in the caller's transaction, in this order; none for an empty list. See `enqueue_job`.
create or replace function enqueue_jobs(jobs json)
  returns void language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select case when json_array_length(jobs) > 0 then (
      select count(*) from graphile_worker.add_jobs(array(
        select row(job->>'task', job->'payload', null, null, null, null, null, null)::graphile_worker.job_spec
        from json_array_elements(jobs) with ordinality as listed (job, place) order by place))) end $$;
revoke all on function enqueue_jobs(json) from public;
grant execute on function enqueue_jobs(json) to openseat_app;
