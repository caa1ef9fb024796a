-- Something is due before anybody would look.
create or replace function chat_look_sooner() returns trigger language plpgsql as $$
begin
  new.look_at := new.due_at;
  return new;
end $$;
