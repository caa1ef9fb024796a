create index concurrently if not exists chat_conversation_look on chat_conversation (look_at) where look_at is not null;
