/*
 * Tables that name people, or lead to them, and are not erased, told or watched: each with its reason. What can be done
 * away with belongs into a feature's `personData` instead.
 */
type Reasons = Record<string, string>;

/** Pushes on their way to pages, kept a day at most; they change by themselves while a test looks. */
export const onTheWay: readonly string[] = ['outbox', 'realtime_event'];

/** About the tenant, its members or its own numbers, not about customers. */
const ownAffairs: Reasons = {
  agent: 'the phone of a member, and the mobile that rings for them',
  sip_login: 'which phone of a member may register',
  agent_group_number: 'which of the tenant’s numbers a group calls with',
  agent_promise: 'how the phone of somebody who is invited shall behave',
  agent_group_router: 'by which routes a group calls',
  agent_state: 'what a member is doing; a call only by its id',
  agent_status_event: 'what a member did; a call only by its id',
  agent_wrap_up: 'how long a member worked after a call; the call only by its id',
  business_calendar_number: 'which of the tenant’s numbers a calendar is for',
  bill: 'what the tenant paid, line by line; nobody stands in it',
  bill_day: 'how many seats and numbers there were',
  did_number: 'the tenant’s own numbers',
  external_number: 'the tenant’s own numbers',
  external_number_code: 'codes that went to the tenant’s own numbers, kept for two hours',
  money_hold: 'what a living call may cost; the call only by its id, gone with its end',
  invitation: 'addresses of people who shall become members',
  router: 'how calls of the tenant leave, and when',
  router_number: 'which of the tenant’s numbers a route shows',
  router_trunk: 'over which connections calls of the tenant leave',
  script: 'words of the tenant, and which of its numbers they are for',
  sso_config: 'how members sign in',
  tenant_api_key: 'keys of programs; whether they see numbers masked',
  webhook: 'addresses of programs; whether they see numbers masked',
};

/** Figures and choices of a call that names nobody any more once `call_record` is erased. */
const figuresOfCalls: Reasons = {
  call_agent: 'which members a call reached',
  ai_quarter: 'sums of a quarter of an hour',
  call_agent_day: 'sums of a day',
  call_agent_hour: 'sums of an hour',
  call_label_choice: 'the label of a call, one of the tenant’s list',
  call_quality: 'figures of the line',
  call_quality_report: 'figures of the line as a member’s page measured them',
  call_loss_quarter: 'sums of a quarter of an hour',
  call_quarter: 'sums of a quarter of an hour',
  campaign_agent_tally: 'sums of a quarter of an hour of a campaign',
  campaign_tally: 'sums of a quarter of an hour of a campaign',
  call_way_quarter: 'sums of a quarter of an hour',
};

const kept: Reasons = {
  chat_mail_taken: 'a hash of a message’s id',
  customer_number: 'kept by a trigger from the fields of `customer`, and gone with them',
  do_not_call_chunk: 'the list of a country, as its office made it: whoever is on it stays uncalled',
  do_not_call_file: 'the name of the file a list came with',
  do_not_call_register: 'which lists of countries the tenant has',
  flow_allocation: 'a rule about beginnings of numbers, written by the tenant',
  living_call: 'how a call that goes on stands, for whoever has to go on with it; gone with its end',
  flow_test_recording: 'voices of members who test a flow; deleted after some days',
};

export const notErased: Reasons = { ...ownAffairs, ...figuresOfCalls, ...kept };

export const notExported: Reasons = {
  ...notErased,
  call_event: 'what happened in a call, which is told; to whom it was handed is a colleague’s',
  campaign_import: 'the file of a member; whoever it is about is told once they are in the campaign',
  chat_call_pass: 'a pass for one call, without words',
  chat_mention: 'which colleague was named in a note; the note is told with its conversation',
  chat_outgoing: 'that a message waits to be sent; the message is told with its conversation',
  chat_participant: 'which members were in a conversation',
  chat_stint: 'how long members were in a conversation',
  chat_transcript_mail: 'that a mail was sent to the hash of an address',
  chat_upload_day: 'how many bytes a visitor uploaded in a day',
  chat_visitor_device: 'a hash of the visitor’s token',
  customer_batch: 'what a member searched for; it may name anybody',
  customer_import: 'the file of a member; its checked rows about the person are told',
  download_task: 'what a member searched for; it may name anybody',
  preview_call_log: 'that a member looked before calling; the call is told',
};

/** Columns whose name says number or address, with neither of a customer in them. */
export const notWatched: Reasons = {
  'bill.number': 'of the bill',
  'bill_day.numbers': 'how many there are',
  'call_record.our_number': ownAffairs.did_number!,
  'did_number.number': ownAffairs.did_number!,
  'do_not_call_file.numbers': 'how many there are',
  'do_not_call_register.numbers': 'how many there are',
  'external_number.number': ownAffairs.external_number!,
  'external_number_code.number': ownAffairs.external_number_code!,
  'flow_talk.our_number': ownAffairs.did_number!,
  'invitation.email': ownAffairs.invitation!,
  'router_number.number': ownAffairs.router_number!,
  'script.numbers': ownAffairs.script!,
  'tenant_api_key.mask_numbers': ownAffairs.tenant_api_key!,
  'webhook.mask_numbers': ownAffairs.webhook!,
};
