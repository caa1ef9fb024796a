-- What a visitor is found by goes with their name.
create or replace function chat_visitor_named() returns trigger language plpgsql as $$
begin
  new.name_words := case when new.name = '' then '' else public.search_words(new.name) end;
  return new;
end $$;
