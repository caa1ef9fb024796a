-- AI agents are there for every tenant; whoever runs the installation switches them off for all (AI_FLOWS).
alter table tenant alter column ai_flows_enabled set default true;
update tenant t set ai_flows_enabled = true
where not exists (select from tenant_setting s where s.tenant_id = t.id and s.name = 'demo');
