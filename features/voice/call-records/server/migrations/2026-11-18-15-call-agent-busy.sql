-- An agent whose phone was busy has neither missed nor rejected the call.
alter table call_agent drop constraint call_agent_result_check;
alter table call_agent add constraint call_agent_result_check
  check (result in ('rang', 'talked', 'missed', 'rejected', 'busy', 'deviceError', 'withdrawn')) not valid;
