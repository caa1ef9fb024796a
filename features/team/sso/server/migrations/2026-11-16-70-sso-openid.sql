-- A company's provider may speak OpenID Connect: its issuer stands where SAML's entity id does.
alter table sso_config
  add column protocol text not null default 'saml' check (protocol in ('saml', 'oidc')),
  add column client_id text not null default '',
  -- Sealed under a key outside the database.
  add column client_secret text,
  add column scope text not null default '';

-- What ties an answer by OpenID Connect to the sign-in that was begun.
alter table sso_request
  add column nonce text,
  add column code_verifier text;
