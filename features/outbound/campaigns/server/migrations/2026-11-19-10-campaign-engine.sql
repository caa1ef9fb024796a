-- Whose campaigns call by themselves: looked for when a process begins, and when one ends.
create index campaign_dialling on campaign (tenant_id, priority desc, id) where removed_at is null and kind in ('dialer', 'ai') and state in ('running', 'paused');
