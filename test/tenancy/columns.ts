import { createHash, generateKeyPairSync } from 'node:crypto';
import { aSipTrunk } from '#features/voice/trunks/core/sip-trunk.fixture.ts';
import { RouteType } from '#shared/codes/route-type.ts';

/** What is one tenant's and nobody else's. */
export interface Marks {
  id: number;
  /** Stands wherever a key is a text: calls, recordings, devices. */
  key: string;
  /** Begins its texts; requests may say it. */
  word: string;
  /** In its texts too; no request ever says it, so whoever reads it has seen a row. */
  secret: string;
  /** Of a customer. */
  number: string;
  /** Of a customer. */
  email: string;
  /** Stands for the number, made with the tenant's secret. */
  phoneWord: string;
  /** A number of the tenant's own. */
  did: string;
  uuid: string;
  domain: string;
  sip: string;
}

const markedText = ({ word, secret }: Marks): string => `${word} ${secret}`;
const json = (value: unknown): string => `'${JSON.stringify(value)}'::jsonb`;
const nothing = () => undefined;
const aFlow = (marks: Marks) => ({
  format: 1,
  languages: ['en'],
  variables: [],
  notes: [],
  edges: [],
  nodes: [{ id: 'start', kind: 'start', name: markedText(marks), settings: { soundId: marks.id }, x: 0, y: 0 }],
});
const signingKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

/** Columns (`table.column`, or `*.column`) whose values only people know, as SQL; undefined leaves the default. */
export const columnsWithMeaning: Record<string, string | ((marks: Marks) => string | undefined)> = {
  '*.colour': `'green'`,
  '*.country': `'MX'`,
  '*.country_iso2': `'MX'`,
  '*.currency': `'USD'`,
  '*.customer_country': `'MX'`,
  '*.iso2': `'MX'`,
  '*.language': `'en-US'`,
  '*.sip_num': ({ sip }) => `'${sip}'`,
  '*.time_zone': `'UTC'`,
  'announcement.notice_id': nothing,
  'card_dispute.state': `'open'`,
  'card_exception.what': `'refund'`,
  'card_exception.state': `''`,
  'card_payment.state': `'paid'`,
  // Dear enough for whatever the sweeps do.
  'money_account.balance_e4': '1000000000',
  'money_account.held_e4': '0',
  'money_entry.credit': `'balance'`,
  'money_entry.debit': `'cash'`,
  'money_entry.kind': `'topUp'`,
  // Nobody gives it back while a test looks, nor sends anything.
  'money_hold.expires_at': `now() + interval '1 day'`,
  'money_hold.price': json({}),
  'report_mail.next_at': `now() + interval '1 day'`,
  'bill.begins_at': `'2026-10-01'`,
  'bill.ends_at': `'2026-11-01'`,
  'bill.issuer': json({ name: 'Operator', address: '', taxId: '', contact: '', bank: '' }),
  'bill.lines': json([]),
  'bill.no': ({ id }) => String(id),
  'bill.month': `'2026-10'`,
  'bill.number': `'000001'`,
  'bill.party': (marks) => json({ name: markedText(marks), address: '', taxId: '' }),
  'bill.taxes': json([]),
  'bill.zone': `'UTC'`,
  'bill_running.lines': json([]),
  'bill_day.day': `'2026-10-01'`,
  'bill_day.numbers': '1',
  'bill_tax.rate': '1600',
  'agent.device': nothing,
  'agent.line_id': nothing,
  'agent_promise.wish': json({}),
  // Its phone signs in by itself.
  'sip_login.standing': 'false',
  'agent_group_number.external_number_id': nothing,
  'agent_group.agent_sound_id': nothing,
  'agent_group.consent_sound_id': nothing,
  'agent_group.music_sound_id': nothing,
  'agent_group.repeat_every_sec': nothing,
  'agent_group.repeat_sound_id': nothing,
  'agent_group.welcome_sound_id': nothing,
  'agent_group.recording_rules': json({ countries: [], otherwise: 'none', unknown: 'none' }),
  // One who is starred is a colleague or a group.
  'transfer_target.group_id': nothing,
  'agent_line_mark.line_id': '1',
  'agent_line_mark.state': '1',
  'agent_state.call_at': nothing,
  'agent_state.status': '66',
  'agent_status_event.status': '66',
  'announcement.role_ids': nothing,
  'blacklist_entry.pattern': ({ number }) => `'${number}'`,
  'blacklist_entry.scopes': `array['call']`,
  'business_calendar.closed_kind': `'group'`,
  // Open at any hour: calls must come through.
  'business_calendar.weekly': json([1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 0 }))),
  'business_calendar.holidays': (marks) =>
    json([{ date: '12-25', name: markedText(marks), hours: [{ from: 0, to: 0 }] }]),
  'call_attempt.ended_at': 'now()',
  'call_event.detail': (marks) => json({ to: marks.number, said: markedText(marks) }),
  'call_limit.group_id': nothing,
  'call_record.ai_or_cc': `'cc'`,
  'call_record.attestation': `'A'`,
  'call_record.customer_id': ({ id }) => `'${id}'`,
  'call_record.diverted_because': `'busy'`,
  'call_record.diverted_from': ({ number }) => `'${number}'`,
  'call_record.ended_at': 'now()',
  'call_record.has_recording': 'true',
  'call_record.our_number': ({ id }) => `'5255${id}00'`,
  'chat_conversation.closed_at': `date_trunc('second', now())`,
  'chat_conversation.state': `'closed'`,
  // Nothing is left to do with them.
  'chat_incoming.done_at': 'now()',
  // Names of carriers are kept as hashes.
  'chat_incoming.from_id': ({ number }) => `'${createHash('sha256').update(number).digest('base64url')}'`,
  'chat_outgoing.held_until': `now() + interval '1 day'`,
  'chat_outgoing.next_at': `now() + interval '1 day'`,
  'chat_socket.seen_at': `now() + interval '1 day'`,
  'chat_stint.ended_at': 'now()',
  'condition_group.condition': json({ join: 'and', items: [] }),
  'custom_field.currency': nothing,
  'custom_field.format': nothing,
  'customer.emails': ({ email }) => `array['${email}']`,
  'customer.fields': (marks) => json({ [marks.id]: markedText(marks) }),
  'customer.language': `'es'`,
  'customer.phone_countries': `array['MX']`,
  'customer.phones': ({ number }) => `array['${number}']`,
  'customer.deletion_id': nothing,
  'customer.import_id': nothing,
  'customer.tag_ids': ({ id }) => `array[${id}]::bigint[]`,
  'customer_batch.finished_at': 'now()',
  'customer_batch.search': json({}),
  'chat_visitor.email': ({ email }) => `'${email}'`,
  'chat_visitor.proven_email': ({ email }) => `'${email}'`,
  'customer_change.changes': (marks) =>
    json({ phones: [[], [marks.number]], emails: [[], [marks.email]], note: [markedText(marks), ''] }),
  'campaign.agent_ids': ({ id }) => `array[${id}]::bigint[]`,
  'campaign.hours': json([]),
  'campaign.label_ids': ({ id }) => `array[${id}]::bigint[]`,
  'campaign.retry': json({ attempts: 3, perDay: 3, waits: [] }),
  // Somebody who works on it needs nothing for it.
  'campaign.skills': json([]),
  'campaign.state': `'running'`,
  'campaign_attempt.number': ({ number }) => `'${number}'`,
  'campaign_customer.columns': (marks) => json({ Plan: markedText(marks) }),
  'campaign_customer.number': ({ number }) => `'${number}'`,
  'campaign_customer.closed_by': nothing,
  'campaign_customer.waits_for': nothing,
  'campaign_import.kept_out': json({}),
  'campaign_import.shape': json({
    file: { kind: 'csv', encoding: 'utf-8', delimiter: ',', headLine: 1 },
    columns: [],
    encoding: 'utf-8',
    delimiter: ',',
  }),
  'campaign_import.state': `'uploaded'`,
  'campaign_import.wrong_rows': json([]),
  // A country's list with the number of a customer.
  'do_not_call_chunk.endings': ({ number }) => `array[${Number(number) % 1_000_000_000}]`,
  'do_not_call_chunk.first': ({ number }) => number,
  'do_not_call_file.state': `'reading'`,
  'no_call_day.area': `'55'`,
  'no_call_day.date': `'12-24'`,
  'customer_import.shape': json({
    kind: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    headerLine: 1,
    columns: ['A', 'B'].map((title, column) => ({ column, title, guess: null, samples: [] })),
  }),
  'customer_import.state': `'uploaded'`,
  'did_number.carrier': `'rehearsal'`,
  'did_number.number': ({ id }) => `'5255${id}00'`,
  'did_number.inbound_config': '1',
  'download_task.failure': nothing,
  'download_task.kind': `'customers.person'`,
  'download_task.status': '2',
  'download_task.params': json({}),
  'download_task.run_id': nothing,
  'equipment_check.facts': (marks) =>
    json({
      microphone: { seen: false, name: markedText(marks), devices: 1, permission: 'granted' },
      speaker: { heard: true, name: markedText(marks), played: true },
      browser: { name: markedText(marks), system: '', webSockets: true, audioContext: true, microphoneAllowed: true },
      network: { echoMs: 1, socketStatus: 0, udp: null, relay: null, call: null },
    }),
  'equipment_check.is_latest': 'true',
  'carrier_account.kind': `'telnyx'`,
  'carrier_account.sealed': `'unreadable'`,
  'carrier_account.settings': json({}),
  'carrier_sync.state': `'ready'`,
  'carrier_sync.trouble': `''`,
  'carrier_sync.next_page': nothing,
  'carrier_sync.found': json([{ number: '525500000099', name: '' }]),
  'did_number.carrier_account_id': nothing,
  'external_number_code.number': ({ id }) => `'5255${id}01'`,
  'external_number.number': ({ id }) => `'5255${id}01'`,
  'field_column.list': `'customers'`,
  'field_column.key': ({ id }) => `'custom:${id}'`,
  'figure_day.counted': 'true',
  'figure_day.is_known': 'true',
  // Statuses would be counted, by the clock, on the way.
  'figure_status.counted_until': `'infinity'`,
  // Lines are the installation's own.
  'call_quality_report.line_id': '1',
  'flow.draft': (marks) => json(aFlow(marks)),
  'flow.published_version': '1',
  'call_record.survey_scale': '5',
  'flow_allocation.calendar_id': nothing,
  'flow_allocation.caller_prefix': ({ number }) => `'${number}'`,
  'flow_allocation.flow_id': nothing,
  'flow_allocation.goal_kind': `'group'`,
  'flow_allocation.hours': `'any'`,
  'flow_allocation.user_id': nothing,
  'flow_attr.choices': (marks) => json([markedText(marks)]),
  'flow_attr.currency': nothing,
  'flow_attr.value_type': '8',
  'flow_case.content': (marks) => json({ name: markedText(marks), steps: [], expects: [] }),
  'flow_case_run.draft_version': nothing,
  'flow_case_run.ended_at': 'now()',
  'flow_case_run.results': (marks) =>
    json([{ caseId: marks.id, name: markedText(marks), passed: true, failures: [], unused: [] }]),
  'flow_case_run.state': `'done'`,
  'flow_case_run.version': '1',
  'flow_prompt.language': `'en'`,
  'flow_simulation.draft_version': nothing,
  'flow_simulation.ended_at': 'now()',
  'flow_simulation.results': (marks) =>
    json([
      {
        passed: true,
        ended: 'over',
        trouble: null,
        result: 1,
        failures: [],
        transcript: [{ by: 'flow', text: markedText(marks) }],
        kept: { name: markedText(marks), steps: [], expects: [] },
      },
    ]),
  'flow_simulation.state': `'done'`,
  'flow_simulation.version': '1',
  'flow_simulation.wish': (marks) =>
    json({
      by: 'script',
      caller: { name: markedText(marks).slice(0, 60), persona: '', goal: markedText(marks), facts: {} },
      runs: 1,
      maxTurns: 5,
      expects: [],
    }),
  'flow_reference.kind': `'sound'`,
  'flow_version.flow': (marks) => json(aFlow(marks)),
  'flow_version.version': '1',
  'did_number.flow_id': nothing,
  'flow_talk.language': `'en'`,
  'flow_talk.mode': `'voice'`,
  'flow_talk.our_number': ({ id }) => `'5255${id}00'`,
  'flow_talk.number': ({ number }) => `'${number}'`,
  'flow_talk.result': '1',
  'flow_talk.source': `'call'`,
  'flow_talk.talk_id': ({ key }) => `'${key}'`,
  'flow_talk.variables': (marks) => json({ wish: markedText(marks) }),
  'flow_talk_message.info': (marks) => json({ text: markedText(marks) }),
  'flow_talk_message.type': '6',
  'line_check.error': nothing,
  'line_check.kind': `'asked'`,
  'line_check.line_id': '1',
  'line_check.mos': '4',
  'member.is_owner': 'true',
  'member.voice_seat': 'true',
  'operation_log.change': (marks) => json({ after: { said: markedText(marks) } }),
  'preview_call_log.customer_id': ({ id }) => `'${id}'`,
  'queue_entry.ended_at': 'now()',
  'queue_entry.state': `'left'`,
  'realtime_cursor.seq': '1',
  'role.built_in': nothing,
  // Open as the calendar says, which is always.
  'router.time_zone': nothing,
  'router.type': String(RouteType.manualCall),
  'router.weekly': nothing,
  'router_number.external_number_id': nothing,
  'router_number.number': ({ id }) => `'5255${id}00'`,
  'script.steps': (marks) =>
    json([{ id: 's1', kind: 'ask', text: markedText(marks), answer: 'text', required: false, choices: [] }]),
  'script_answer.kind': `'text'`,
  'script.group_ids': ({ id }) => `array[${id}]::bigint[]`,
  // Looked after every second: one that is granted and not due stays as it is.
  'seat_claim.granted_at': 'now()',
  'seat_claim.kind': `'text'`,
  'seat_claim.seen_at': `now() + interval '1 day'`,
  'sound.language': `'en'`,
  'sms_code.state': `'sent'`,
  'sms_message.content': (marks) => `'${markedText(marks)} ${marks.number}'`,
  'sms_message.masked_content': (marks) => `'${markedText(marks)} ${marks.number}'`,
  'sms_message.direction': `'inbound'`,
  'sms_message.number': ({ number }) => `'${number}'`,
  'sms_message.ref': ({ key }) => `'${key}'`,
  'sms_message.state': `'received'`,
  'sms_opt_out.number': ({ number }) => `'${number}'`,
  'sms_provider.hook_key': ({ key, secret }) => `'${key}-${secret}'`,
  'sms_provider.kind': `'outbox'`,
  'sms_provider.settings': json({}),
  'sms_template.state': `'approved'`,
  // Nobody is called there.
  'speech_provider.address': ({ secret }) => `'https://127.0.0.1/${secret}'`,
  'speech_provider.channel': '6',
  'sso_config.certificates': 'array[]::text[]',
  'sso_config.client_secret': nothing,
  'sso_config.email_domains': ({ domain }) => `array['${domain}']`,
  'sso_config.logout_response_url': nothing,
  'sso_config.logout_url': nothing,
  'sso_config.metadata_url': nothing,
  'sso_config.problem': nothing,
  'sso_config.protocol': `'saml'`,
  'sso_config.sign_in_url': ({ domain, secret }) => `'https://${domain}/${secret}'`,
  'sso_member_gift.agent_group_ids': 'array[]::bigint[]',
  'sso_key.decryption_certificate': nothing,
  'sso_key.decryption_key': nothing,
  'sso_key.old_decryption_certificate': nothing,
  'sso_key.old_decryption_key': nothing,
  'sso_key.old_decryption_until': nothing,
  // For everybody: it stands in the description of our side.
  'sso_key.certificate': ({ key }) => `'${key}'`,
  'sso_key.private_key': () => `'${signingKey()}'`,
  // As long as what the sweep keeps under its key.
  'stored_file.bytes': '25',
  'stored_file.media_type': `'text/plain'`,
  'stored_file.purpose': `'sound'`,
  'tenant_api_key.scopes': `array['calls.read']`,
  'voicemail.group_id': nothing,
  'webhook.events': `array['call.ended']`,
  'webhook.stopped': nothing,
  'webhook_delivery.body': (marks) =>
    `'${JSON.stringify({ data: { number: marks.number, said: markedText(marks) } })}'`,
  'webhook.url': ({ domain, secret }) => `'https://${domain}/${secret}'`,
  'sip_trunk.sealed': `''`,
  'sip_trunk.settings': ({ domain }) => {
    const { name: _name, enabled: _enabled, ...settings } = aSipTrunk({ domain });
    return json(settings);
  },
  'sip_trunk.state': nothing,
  'sip_trunk.test': nothing,
  'trunk.carrier': `'rehearsal'`,
  'price_list.currency': `'USD'`,
  'trunk_price.prefix': `'52'`,
};
