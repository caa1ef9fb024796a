-- Passkeys of people, each with the name they gave it. The key is public; what signs stays with the person.
create table passkey (
  id             bigint generated always as identity primary key,
  user_id        bigint not null references user_account on delete cascade,
  credential_id  bytea not null unique,
  -- As SubjectPublicKeyInfo in DER.
  public_key     bytea not null,
  counter        bigint not null,
  name           text not null,
  created_at     timestamptz not null,
  last_used_at   timestamptz
);
create index passkey_user on passkey (user_id);

-- What a passkey is to sign, for one person and once.
create table passkey_challenge (
  challenge_hash  bytea primary key,
  user_id         bigint not null references user_account on delete cascade,
  expires_at      timestamptz not null
);
create index passkey_challenge_user on passkey_challenge (user_id);
