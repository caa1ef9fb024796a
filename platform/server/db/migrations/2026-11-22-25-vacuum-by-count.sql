-- A share of a table is no measure once it has millions of rows: a fifth of 100,000,000 is 20,000,000 dead ones before anybody tidies up, and what
-- "today" is the planner would learn after weeks. So tables that grow are vacuumed and analysed by a hundredth (decision 0038). Taken beside all work: it
-- locks nothing that people read or write.
alter table agent_status_event set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table agent_wrap_up set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table call_agent set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table call_attempt set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table call_event set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table call_quality set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table call_quality_report set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table call_record set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table call_recording set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table campaign_attempt set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table campaign_customer set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table chat_conversation set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table chat_message set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table chat_participant set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table chat_stint set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table customer set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table customer_change set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table customer_number set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table flow_talk set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table flow_talk_message set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table money_entry set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table operation_log set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table operation_log_seal set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table queue_entry set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table sms_message set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table stored_file set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
alter table webhook_delivery set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 5000);
-- Rows come and go at once: they are looked for past all that went before and was not tidied up.
alter table outbox set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_insert_threshold = 10000,
  autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 5000);
alter table realtime_event set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_insert_threshold = 10000,
  autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 5000);
