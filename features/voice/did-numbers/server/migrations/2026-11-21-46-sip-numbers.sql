-- Whose number a carrier calls, for the edge of the exchange.
create view edge.sip_numbers as
select number, tenant_id::text tenant, (tenant_id % 64)::text shard from did_number where enabled;
grant select on edge.sip_numbers to openseat_edge;
