-- Adds up calls of campaigns that are over: what rows came to that are no more goes, what they come to now comes. Rows are taken in one order,
-- so that nobody waits in a ring.
create or replace function campaign_tallied() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update public.campaign_tally t set calls = t.calls - g.calls, taken = t.taken - g.taken, answered = t.answered - g.answered, abandoned = t.abandoned - g.abandoned,
      machines = t.machines - g.machines, connected = t.connected - g.connected, talk_sec = t.talk_sec - g.talk_sec
    from (
      select tenant_id, campaign_id, date_bin('15 minutes', began_at, 'epoch') slot, status, coalesce(ai_result, 0) ai_result, count(*) calls, count(answered_at) taken,
        count(*) filter (where answered_at is not null and not by_machine) answered, count(abandoned_at) abandoned, count(*) filter (where by_machine) machines,
        count(connected_at) connected, sum(talk_sec) talk_sec
      from gone where ended_at is not null group by 1, 2, 3, 4, 5) g
    where t.tenant_id = g.tenant_id and t.campaign_id = g.campaign_id and t.slot = g.slot and t.status = g.status and t.ai_result = g.ai_result;
    update public.campaign_agent_tally t set calls = t.calls - g.calls, reached = t.reached - g.reached, talk_sec = t.talk_sec - g.talk_sec
    from (
      select tenant_id, campaign_id, date_bin('15 minutes', began_at, 'epoch') slot, coalesce(user_id, 0) user_id, count(*) calls, count(*) filter (where result = 1) reached, sum(talk_sec) talk_sec
      from gone where ended_at is not null and result is not null group by 1, 2, 3, 4) g
    where t.tenant_id = g.tenant_id and t.campaign_id = g.campaign_id and t.slot = g.slot and t.user_id = g.user_id;
  elsif tg_op = 'INSERT' then
    insert into public.campaign_tally as t (tenant_id, campaign_id, slot, status, ai_result, calls, taken, answered, abandoned, machines, connected, talk_sec)
    select tenant_id, campaign_id, date_bin('15 minutes', began_at, 'epoch'), status, coalesce(ai_result, 0), count(*), count(answered_at),
      count(*) filter (where answered_at is not null and not by_machine), count(abandoned_at), count(*) filter (where by_machine), count(connected_at), sum(talk_sec)
    from come where ended_at is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (tenant_id, campaign_id, slot, status, ai_result) do update set calls = t.calls + excluded.calls, taken = t.taken + excluded.taken, answered = t.answered + excluded.answered,
      abandoned = t.abandoned + excluded.abandoned, machines = t.machines + excluded.machines, connected = t.connected + excluded.connected, talk_sec = t.talk_sec + excluded.talk_sec;
    insert into public.campaign_agent_tally as t (tenant_id, campaign_id, slot, user_id, calls, reached, talk_sec)
    select tenant_id, campaign_id, date_bin('15 minutes', began_at, 'epoch'), coalesce(user_id, 0), count(*), count(*) filter (where result = 1), sum(talk_sec)
    from come where ended_at is not null and result is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, campaign_id, slot, user_id) do update set calls = t.calls + excluded.calls, reached = t.reached + excluded.reached, talk_sec = t.talk_sec + excluded.talk_sec;
  elsif exists (select from come where ended_at is not null) then
    insert into public.campaign_tally as t (tenant_id, campaign_id, slot, status, ai_result, calls, taken, answered, abandoned, machines, connected, talk_sec)
    select tenant_id, campaign_id, date_bin('15 minutes', began_at, 'epoch'), status, coalesce(ai_result, 0), sum(sign), coalesce(sum(sign) filter (where answered_at is not null), 0),
      coalesce(sum(sign) filter (where answered_at is not null and not by_machine), 0), coalesce(sum(sign) filter (where abandoned_at is not null), 0),
      coalesce(sum(sign) filter (where by_machine), 0), coalesce(sum(sign) filter (where connected_at is not null), 0), sum(sign * talk_sec)
    from (select 1 sign, tenant_id, campaign_id, began_at, status, ai_result, answered_at, abandoned_at, by_machine, connected_at, talk_sec from come where ended_at is not null
      union all select -1, tenant_id, campaign_id, began_at, status, ai_result, answered_at, abandoned_at, by_machine, connected_at, talk_sec from gone where ended_at is not null) both_of
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (tenant_id, campaign_id, slot, status, ai_result) do update set calls = t.calls + excluded.calls, taken = t.taken + excluded.taken, answered = t.answered + excluded.answered,
      abandoned = t.abandoned + excluded.abandoned, machines = t.machines + excluded.machines, connected = t.connected + excluded.connected, talk_sec = t.talk_sec + excluded.talk_sec;
    insert into public.campaign_agent_tally as t (tenant_id, campaign_id, slot, user_id, calls, reached, talk_sec)
    select tenant_id, campaign_id, date_bin('15 minutes', began_at, 'epoch'), coalesce(user_id, 0), sum(sign), coalesce(sum(sign) filter (where result = 1), 0), sum(sign * talk_sec)
    from (select 1 sign, tenant_id, campaign_id, began_at, user_id, result, talk_sec from come where ended_at is not null and result is not null
      union all select -1, tenant_id, campaign_id, began_at, user_id, result, talk_sec from gone where ended_at is not null and result is not null) both_of
    group by 1, 2, 3, 4 having sum(sign) <> 0 or sum(sign * talk_sec) <> 0 or sum(sign) filter (where result = 1) <> 0 order by 1, 2, 3, 4
    on conflict (tenant_id, campaign_id, slot, user_id) do update set calls = t.calls + excluded.calls, reached = t.reached + excluded.reached, talk_sec = t.talk_sec + excluded.talk_sec;
  end if;
  return null;
end $$;
