-- Those an operator or a restore stopped, which somebody has to start again.
create index campaign_stopped on campaign (paused_at) where removed_at is null and state = 'paused' and pause_reason = 3;
