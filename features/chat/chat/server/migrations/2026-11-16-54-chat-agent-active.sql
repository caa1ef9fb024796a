-- When an agent last wrote, typed or looked into a conversation: who did is there, whatever else passes them by.
alter table chat_agent add column active_at timestamptz;
