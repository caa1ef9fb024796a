-- What became of legs that hold money, as the book of calls tells it before it closes a record: [{ ref, answeredMs?, endedMs?, callId?, isFree? }].
create or replace function money_hold_marks(marks jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- The account before what is held of it, as everybody takes them: the record closed next waits for the account too.
  perform from money_account where tenant_id = current_tenant() for update;
  update money_hold h set
    answered_at = coalesce(h.answered_at, to_timestamp(m.answered / 1000)), ended_at = coalesce(h.ended_at, to_timestamp(m.ended / 1000)), call_id = coalesce(m.call_id, h.call_id)
  from (
    select one->>'ref' ref, min((one->>'answeredMs')::float8) answered, min((one->>'endedMs')::float8) ended, (array_agg(one->>'callId') filter (where one ? 'callId'))[1] call_id
    from jsonb_array_elements(marks) one group by 1
  ) m where h.tenant_id = current_tenant() and h.ref = m.ref;
  perform money_hold_release(one->>'ref') from jsonb_array_elements(marks) one where one ? 'isFree';
end $$;
revoke all on function money_hold_marks(jsonb) from public;
grant execute on function money_hold_marks(jsonb) to openseat_app;
