-- What a record is found by goes with the customer's name in it.
create or replace function call_record_named() returns trigger language plpgsql as $$
begin
  new.customer_words := case when new.customer_name = '' then '' else public.search_words(new.customer_name) end;
  return new;
end $$;
