-- Keys of authenticator apps, sealed under the key of this installation. One counts, and one may be on its way to replace it.
create table totp_factor (
  user_id       bigint not null references user_account on delete cascade,
  is_confirmed  boolean not null,
  secret        bytea not null,
  -- The last half minute whose code was used: it and those before are good no more.
  last_step     bigint not null default 0,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (user_id, is_confirmed)
);

-- Codes on paper, as hashes; a used one is gone.
create table recovery_code (
  user_id    bigint not null references user_account on delete cascade,
  code_hash  bytea not null,
  primary key (user_id, code_hash)
);
