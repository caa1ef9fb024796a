-- How the body was written, whatever the hook says today. Of earlier ones nobody knows: they count as clear.
alter table webhook_delivery add column masked boolean not null default false;
