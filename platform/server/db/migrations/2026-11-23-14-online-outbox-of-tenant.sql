-- Whether something of a tenant waits for a number: asked whenever somebody tells browsers something.
create index concurrently if not exists outbox_of_tenant on outbox (tenant_id);
