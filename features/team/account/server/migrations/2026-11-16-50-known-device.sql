-- The browser works instead of reading a picture: there is no answer to keep.
alter table captcha alter column answer_hash drop not null;

-- Browsers people signed in from before, each by a mark that only it has: what strangers do to an account does not
-- shut them out. One browser may be known for several people, who share a desk.
create table known_device (
  user_id       bigint not null references user_account on delete cascade,
  mark_hash     bytea not null,
  last_used_at  timestamptz not null,
  primary key (user_id, mark_hash)
);
create index known_device_mark on known_device (mark_hash);
create index known_device_used on known_device (last_used_at);

-- Who asked for a code: from which network, in which browser, signed in as whom. What one asks for is not another's.
alter table verify_code add column network text not null default '';
alter table verify_code add column device_hash bytea;
alter table verify_code add column user_id bigint references user_account on delete cascade;
create index verify_code_user on verify_code (user_id) where user_id is not null;

-- Who may open an organisation, where that goes by invitation. The hash is there once the letter is written.
create table organisation_invitation (
  id          bigint generated always as identity primary key,
  email       text not null,
  -- The name of who invited, as it was then.
  invited_by  text not null,
  language    text not null,
  token_hash  bytea unique,
  expires_at  timestamptz not null
);
create index organisation_invitation_email on organisation_invitation (email);
create index organisation_invitation_expiry on organisation_invitation (expires_at);
