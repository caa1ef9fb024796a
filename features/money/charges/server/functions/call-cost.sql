-- What a talk of so many seconds costs; core/money/cost.ts says the same. Whole numbers all the way: the division cuts off, so half is added first.
create or replace function call_cost_e4(price jsonb, seconds int) returns bigint language sql immutable parallel safe as $$
  select case when seconds <= 0 then 0 else setup + (minute * (first_sec + case when seconds <= first_sec then 0 else (seconds - first_sec + next_sec - 1) / next_sec * next_sec end) + 30) / 60 end
  from (select (price->>'firstSec')::bigint first_sec, (price->>'nextSec')::bigint next_sec, (price->>'minuteE4')::bigint minute, (price->>'setupE4')::bigint setup) p
$$;
