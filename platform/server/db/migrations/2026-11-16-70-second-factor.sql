-- Whoever holds the role comes in with a second factor only.
alter table role add column needs_second_factor boolean not null default false;

-- The person shows a second factor after the password. Kept by `team/second-factor`, which knows which.
alter table user_account add column has_second_factor boolean not null default false;

-- When somebody at this session last showed who they are.
alter table session add column proven_at timestamptz not null default now();
update session set proven_at = created_at;
