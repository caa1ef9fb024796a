-- Whoever let kept conversations be played may have seen enough.
alter table flow_case_run drop constraint flow_case_run_state_check;
alter table flow_case_run add constraint flow_case_run_state_check check (state in ('running', 'done', 'cancelled'));
