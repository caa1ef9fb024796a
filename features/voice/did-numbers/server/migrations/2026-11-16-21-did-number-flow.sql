-- Callers of a number may be answered by a flow; inbound_config 2 with a flow is that flow, without one the menu.
alter table did_number add column flow_id bigint;
alter table did_number add constraint did_number_flow foreign key (tenant_id, flow_id) references flow (tenant_id, id);
create index did_number_of_flow on did_number (tenant_id, flow_id) where flow_id is not null;
