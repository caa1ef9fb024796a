-- Whom a note calls may look into the conversation from now on, if they belong to the tenant.
create or replace function chat_note_mentions() returns trigger language plpgsql as $$
begin
  insert into chat_mention (tenant_id, conversation_id, user_id)
  select new.tenant_id, new.conversation_id, m.user_id from member m
  where m.tenant_id = new.tenant_id and m.user_id in (select id::bigint from jsonb_array_elements_text(new.detail->'mentions') id) on conflict do nothing;
  return null;
end $$;
