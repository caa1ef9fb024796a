-- From where a key may be used; none: from anywhere.
alter table tenant_api_key add column networks text[] not null default '{}';
