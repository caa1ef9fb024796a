-- What a customer of a campaign is found by goes with their name.
create or replace function campaign_customer_named() returns trigger language plpgsql as $$
begin
  new.name_words := case when new.name = '' then '' else public.search_words(new.name) end;
  return new;
end $$;
