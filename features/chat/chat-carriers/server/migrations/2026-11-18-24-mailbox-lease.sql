-- Who reads a mailbox holds its lease.
alter table chat_mailbox drop column held_by, drop column held_until;
