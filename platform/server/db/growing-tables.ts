/**
 * Tables that grow with every call, message or deed and never stop: nobody reads them whole, migrations change them beside the work
 * (`test/architecture/migrations.test.ts`), and they are vacuumed by counts instead of shares. What each call or message adds to them, and by which
 * indexes they are read, stands in decision 0038.
 */
export const growingTables: ReadonlySet<string> = new Set([
  'agent_status_event',
  'agent_wrap_up',
  'call_agent',
  'call_attempt',
  'call_event',
  'call_quality',
  'call_quality_report',
  'call_record',
  'call_recording',
  'campaign_attempt',
  'campaign_customer',
  'chat_conversation',
  'chat_message',
  'chat_participant',
  'chat_stint',
  'customer',
  'customer_change',
  'customer_number',
  'flow_talk',
  'flow_talk_message',
  'money_entry',
  'operation_log',
  'operation_log_seal',
  'outbox',
  'queue_entry',
  'realtime_event',
  'sms_message',
  'stored_file',
  'webhook_delivery',
]);
