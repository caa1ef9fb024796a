-- What a name is found by: the folded words, each after a space, and behind them what scripts without spaces need. Trigrams
-- take three letters and such names have two or three in all, so every ending stands there as a word of its own (' 王伟明 伟明 明');
-- Chinese letters are found by their sound as well: each alone, joined, and by their first letters (' wang wei ming wangweiming wwm').
--
-- Functions inside are named with their schema: a restore makes columns anew while no schema is searched.
-- Plain letters, which most names have, are done without a call: a query takes this function apart.
create or replace function search_words(words text) returns text language sql immutable parallel safe as $$
  select case when octet_length(words) = length(words) then ' ' || lower(words) else public.search_words_of_scripts(words) end
$$;

create or replace function search_words_of_scripts(words text) returns text language plpgsql immutable parallel safe as $$
declare
  found text := ' ' || public.search_fold(words);
  rest text := found;
  run text;
  reading text;
  alone text;
  joined text;
  other text;
  initials text;
begin
  if octet_length(found) = length(found) then
    return found;
  end if;
  loop
    run := substring(rest from '[぀-ヿ㐀-鿿가-힣]+');
    exit when run is null;
    for place in 2 .. least(length(run), 12) loop
      found := found || ' ' || substr(run, place);
    end loop;
    alone := '';
    joined := '';
    other := '';
    initials := '';
    for place in 1 .. least(length(run), 24) loop
      reading := public.pinyin_table() ->> substr(run, place, 1);
      continue when reading is null;
      alone := alone || ' ' || reading;
      joined := joined || split_part(reading, ' ', 1);
      other := other || split_part(reading, ' ', -1);
      initials := initials || left(reading, 1);
    end loop;
    if alone <> '' then
      alone := alone || ' ' || joined || ' ' || initials || case when other = joined then '' else ' ' || other end;
      -- ü is v on keyboards, and u to whoever leaves the dots out.
      found := found || alone || case when strpos(alone, 'v') = 0 then '' else replace(alone, 'v', 'u') end;
    end if;
    rest := substr(rest, strpos(rest, run) + length(run));
  end loop;
  return found;
end $$;
