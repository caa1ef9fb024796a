-- How far the mailbox of a channel was read, and which process reads it.
create table chat_mailbox (
  tenant_id     bigint not null references tenant on delete cascade,
  channel_id    bigint not null,
  -- As the server names its numbering of mails; null: never read.
  uid_validity  text,
  uid           bigint not null default 0,
  -- Mails that arrived before were looked at under an older numbering.
  not_before    timestamptz,
  kept_at       timestamptz,
  held_by       uuid,
  held_until    timestamptz,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references chat_channel (tenant_id, id) on delete cascade
);
call make_tenant_table('chat_mailbox');

-- Ids of mails that were taken: numbered anew by the server, they are known again.
create table chat_mail_taken (
  tenant_id   bigint not null references tenant on delete cascade,
  channel_id  bigint not null,
  -- SHA-256 of the id.
  mail        bytea not null,
  taken_at    timestamptz not null default now(),
  primary key (tenant_id, channel_id, mail),
  foreign key (tenant_id, channel_id) references chat_channel (tenant_id, id) on delete cascade
);
call make_tenant_table('chat_mail_taken');
create index chat_mail_taken_age on chat_mail_taken (tenant_id, channel_id, taken_at);
