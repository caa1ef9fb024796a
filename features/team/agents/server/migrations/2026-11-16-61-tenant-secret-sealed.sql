-- The secret is kept sealed under a key outside the database, which makes it longer.
alter table tenant_secret drop constraint tenant_secret_secret_check;
alter table tenant_secret add constraint tenant_secret_secret_check check (length(secret) >= 32);
