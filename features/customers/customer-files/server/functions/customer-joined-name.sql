-- The same as core/full-name.ts of the customers: in scripts without spaces the family name comes first.
create or replace function customer_joined_name(first text, last text) returns text language sql immutable parallel safe as $$
  select case
    when btrim(first) <> '' and btrim(last) <> '' and first || last ~ '^[぀-ヿ㐀-鿿가-힣\s]+$' then btrim(last) || btrim(first)
    else btrim(btrim(first) || ' ' || btrim(last)) end
$$;
