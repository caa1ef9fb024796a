-- What is due is found by `look_at`.
drop index concurrently if exists chat_conversation_due;
