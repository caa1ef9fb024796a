-- How one agent sounded is looked up by itself; without this everybody's reports of a month would be read for it.
create index call_quality_report_agent on call_quality_report (tenant_id, user_id, created_at) include (mos);
