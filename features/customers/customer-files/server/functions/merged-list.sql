-- The first list with what the second adds, in order and without repeating itself, up to 50: rows about one customer run together.
create or replace function merged_list(had anyarray, added anyarray) returns anyarray language sql immutable parallel safe as $$
  select case when had @> added or cardinality(had) >= 50 then had
    else had || array(select one from unnest(added) with ordinality u (one, place) where one <> all (had) order by place) end
$$;
create or replace aggregate merged_lists(anyarray) (sfunc = merged_list, stype = anyarray, initcond = '{}');
-- Fields of several rows about one customer: the last word counts.
create or replace aggregate merged_fields(jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}');
