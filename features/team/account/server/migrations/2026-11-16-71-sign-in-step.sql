-- Sign-ins between the password and the second factor. Only the browser that showed the password goes on: told by the
-- name it gave itself, or else by its network.
create table sign_in_step (
  ticket_hash  bytea primary key,
  user_id      bigint not null references user_account on delete cascade,
  tenant_id    bigint not null references tenant on delete cascade,
  network      text not null,
  device_hash  bytea,
  expires_at   timestamptz not null
);
create index sign_in_step_user on sign_in_step (user_id);
create index sign_in_step_tenant on sign_in_step (tenant_id);
create index sign_in_step_expiry on sign_in_step (expires_at);
