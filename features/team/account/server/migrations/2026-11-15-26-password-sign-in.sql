-- Who may still sign in with a password, once the tenant signs in with its company.
alter table tenant add column password_sign_in text not null default 'everyone' check (password_sign_in in ('everyone', 'owners', 'nobody'));
