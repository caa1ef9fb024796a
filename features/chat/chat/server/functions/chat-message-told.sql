-- As the contract has a message.
create or replace function chat_message_told(m chat_message, delivered int, visitor_read int, agent_read int) returns jsonb language plpgsql stable as $$
declare file jsonb;
begin
  if m.file_id is not null then
    select jsonb_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type, 'bytes', f.bytes, 'is_image', m.kind = 'image') into file
    from stored_file f where f.id = m.file_id and f.deleted_at is null;
  end if;
  return jsonb_build_object(
    'id', m.id, 'conversation_id', m.conversation_id, 'no', m.no, 'chat_type', case when m.author = 'visitor' then 1 else 0 end,
    'author', m.author, 'user_id', m.user_id, 'author_name', m.author_name, 'client_id', m.client_id, 'kind', m.kind, 'text', m.text, 'file', file,
    'event', case when m.kind = 'event' then jsonb_build_object('what', m.detail->>'what', 'name', coalesce(m.detail->>'name', ''), 'note', coalesce(m.detail->>'note', ''), 'by', coalesce(m.detail->>'by', '')) end,
    'mentions', coalesce(m.detail->'mentions', '[]'), 'emoji', m.emoji,
    'status', case when m.failure <> '' then 4 when m.fate is not null then m.fate when m.author = 'visitor' then case when m.no <= agent_read then 3 else 1 end when m.no <= visitor_read then 3 when m.no <= delivered then 2 else 1 end,
    'failure', m.failure, 'created_at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'));
end $$;
