-- Whether somebody of the group who is in a call gets no new chats of it until the call and the work after it are over.
alter table agent_group add column call_pauses_chats boolean not null default false;
