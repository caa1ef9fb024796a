import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { featureOf, sourceFiles } from './source-tree.ts';
import { tablesInSource, tablesInSql, tablesMade, type TableUse } from './table-use.ts';

/**
 * A table belongs to the folder whose migration makes it. Rules:
 * 1. Only the owner writes a table; whoever else wants something written asks at the owner's door (its `server/index.ts`).
 * 2. Who reads another's table by itself stands on a list that only shrinks: a door or a fragment of SQL takes its place.
 * 3. Tables of the platform lie below everybody: whoever wants reads them. Who writes them stands on a list as well.
 */
const ownerOf = new Map(
  globSync('{platform,features}/**/migrations/**/*.sql').flatMap((file) =>
    tablesMade(readFileSync(file, 'utf8')).map((table) => [table, whose(file)] as const),
  ),
);

const foreignReads: string[] = [
  'chat/chat → team/agent-groups: agent_group_member',
  'chat/chat → team/seats: seat_presence',
  'chat/chat → voice/call-labels: call_label',
  'chat/chat-carriers → chat/chat: chat_channel',
  'chat/chat-channels → chat/chat: chat_channel',
  'chat/chat-channels → chat/chat: chat_visitor',
  'chat/chat-reports → chat/chat: chat_channel',
  'chat/chat-reports → chat/chat: chat_conversation',
  'chat/chat-reports → chat/chat: chat_stint',
  'chat/chat-reports → chat/chat: chat_visitor',
  'chat/sms → voice/call-records: call_agent',
  'chat/sms → voice/call-records: call_record',
  'customers/customer-files → customers/customers: customer',
  'flows/flow-talks → customers/customers: customer',
  'flows/flow-talks → flows/flow-test: flow_test_recording',
  'flows/flow-talks → flows/flows: flow_version',
  'flows/flow-talks → voice/call-records: call_record',
  'flows/flow-talks → voice/call-records: call_recording',
  'flows/flow-test → flows/flow-talks: flow_talk',
  'flows/flows → chat/sms: sms_template',
  'flows/flows → flows/sounds: sound',
  'flows/sounds → flows/flows: flow_reference',
  'team/agents → team/agent-groups: agent_group',
  'team/agents → team/agent-groups: agent_group_member',
  'team/agents → team/devices: agent_device',
  'team/agents → voice/did-numbers: did_number',
  'team/seats → chat/chat: chat_socket',
  'team/seats → team/agent-status: agent_state',
  'voice/blacklist → voice/call-records: call_agent',
  'voice/blacklist → voice/call-records: call_record',
  'voice/business-hours → voice/did-numbers: did_number',
  'voice/call-labels → voice/call-records: call_agent',
  'voice/call-labels → voice/call-records: call_record',
  'voice/call-records → voice/did-numbers: did_number',
  'voice/calls → voice/call-records: call_agent',
  'voice/calls → voice/call-records: call_record',
  'voice/dashboard → team/agent-groups: queue_entry',
  'voice/dashboard → team/agent-status: agent_state',
  'voice/dashboard → team/agent-status: agent_status_event',
  'voice/dashboard → voice/call-records: call_record',
  'voice/did-numbers → flows/flows: flow',
  'voice/self-test → voice/calls: call_quality_report',
  'voice/monitoring → chat/chat: chat_agent',
  'voice/monitoring → chat/chat: chat_conversation',
  'voice/monitoring → chat/chat: chat_socket',
  'voice/monitoring → team/agent-status: agent_state',
  'voice/monitoring → team/seats: seat_presence',
  'voice/monitoring → voice/call-records: call_record',
  'voice/call-routes → voice/did-numbers: agent_group_number',
  'voice/call-routes → voice/did-numbers: did_number',
  'voice/call-scripts → voice/call-records: call_agent',
  'voice/call-scripts → voice/call-records: call_event',
  'voice/call-scripts → voice/call-records: call_record',
  'voice/voicemails → voice/call-records: call_event',
  'voice/voicemails → voice/call-records: call_record',
  'voice/voicemails → voice/call-records: call_recording',
];

const platformWrites: string[] = [
  'chat/chat → platform: outbox',
  'chat/chat → platform: realtime_event',
  'flows/sounds → platform: stored_file',
  'office/files → platform: stored_file',
  'office/operation-log → platform: operation_log',
  'office/preferences → platform: user_account',
  'operator/operator-help → platform: tenant_help',
  'operator/tenants → platform: tenant',
  'operator/tenants → platform: tenant_help',
  'operator/tenants → platform: tenant_plan',
  'operator/tenants → platform: tenant_setting',
  'operator/tenants → platform: tenant_usage',
  'operator/tenants → platform: user_account',
  'team/access → platform: member',
  'team/access → platform: member_role',
  'team/access → platform: role',
  'team/access → platform: tenant_setting',
  'team/account → platform: member',
  'team/account → platform: member_role',
  'team/account → platform: operation_log',
  'team/account → platform: role',
  'team/account → platform: session',
  'team/account → platform: tenant',
  'team/account → platform: ticket',
  'team/account → platform: user_account',
  'team/sso → platform: member_role',
  'voice/call-records → platform: stored_file',
  'voice/call-records → platform: tenant_setting',
  'voice/call-settings → platform: tenant_setting',
  'voice/monitoring → platform: tenant_setting',
];

const tables = new Set(ownerOf.keys());
const uses = [
  ...['platform/server', ...globSync('features/*/*/server')].flatMap(sourceFiles),
  ...globSync('{platform,features}/**/functions/**/*.sql'),
].map((file) => ({
  by: whose(file),
  ...(file.endsWith('.sql') ? tablesInSql : tablesInSource)(readFileSync(file, 'utf8'), tables),
}));
const foreign = (kind: keyof TableUse): string[] => {
  const found = uses.flatMap(({ by, [kind]: named }) =>
    [...named].filter((table) => ownerOf.get(table) !== by).map((table) => `${by} → ${ownerOf.get(table)}: ${table}`),
  );
  return [...new Set(found)].sort();
};
const isOfPlatform = (use: string): boolean => use.includes('→ platform:');

test('every table has one owner', () => {
  const made = globSync('{platform,features}/**/migrations/**/*.sql').flatMap((file) =>
    tablesMade(readFileSync(file, 'utf8')),
  );
  expect(made.length).toBeGreaterThan(100);
  expect(made.filter((table, place) => made.indexOf(table) !== place)).toEqual([]);
});

test('nobody writes a table of another feature', () => {
  expect(foreign('writes').filter((use) => !isOfPlatform(use))).toEqual([]);
});

test('tables of the platform are written by the features listed', () => {
  expect(foreign('writes').filter(isOfPlatform)).toEqual(platformWrites.toSorted());
});

test('tables of another feature are read only where it is listed', () => {
  expect(foreign('reads').filter((use) => !isOfPlatform(use))).toEqual(foreignReads.toSorted());
});

function whose(file: string): string {
  return featureOf(file) ?? 'platform';
}
