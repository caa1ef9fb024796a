-- Companies may encrypt what they say about people; an owner may want nothing else.
alter table sso_config
  add column encrypted_only boolean not null default false,
  -- Whether people may begin at the provider: an answer nobody asked for is then taken.
  add column from_provider boolean not null default false;

-- What companies encrypt for; the one before still opens for a while. Sealed, as the key we sign with.
alter table sso_key
  add column decryption_key text,
  add column decryption_certificate text,
  add column old_decryption_key text,
  add column old_decryption_certificate text,
  add column old_decryption_until timestamptz;

-- OpenID Connect: shown to the provider again when the session ends there.
alter table sso_session
  add column id_token text;
