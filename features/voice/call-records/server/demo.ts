import { sql } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import { writeInto } from './book-writer.ts';
import { demoCalls, type DemoCall, type DemoPhones } from './demo-calls.ts';
import { keepDemoSound } from './demo-voicemail.ts';

const CALLS = { large: 400, small: 120 };
const LARGE_TEAM = 3;
const PIECE = 100;
const KEPT_DAYS = '90';

const conversations = [
  [
    { by: 'agent', prompt: 'person.hello' },
    { by: 'customer', prompt: 'person.booking' },
    { by: 'agent', prompt: 'person.yes' },
    { by: 'customer', prompt: 'person.thanks' },
    { by: 'agent', prompt: 'person.bye' },
  ],
  [
    { by: 'agent', prompt: 'person.hello' },
    { by: 'customer', prompt: 'person.balance' },
    { by: 'agent', prompt: 'person.who' },
    { by: 'customer', prompt: 'person.bye' },
  ],
] as const;

/** Ties calls to customers, if those are there already; handed in by whoever keeps customers. */
export type TieDemoCalls = (tx: Tx, tenantId: number) => Promise<void>;

/** A month of calls through the same writer as real ones; two of the last can be listened to. */
export const demoCallRecords =
  ({ files, exchange }: Pick<World, 'files' | 'exchange'>, tieDemoCalls: TieDemoCalls) =>
  async (tx: Tx, tenant: DemoTenant): Promise<void> => {
    const rows = tx.as<never>();
    const phones = await phonesOf(tx, tenant, exchange.node);
    if (phones.agents.length === 0 || phones.numbers.length === 0) return;
    const calls = demoCalls(tenant, phones, phones.agents.length >= LARGE_TEAM ? CALLS.large : CALLS.small);
    await sql`select set_config('app.tenant', ${String(tenant.tenantId)}, true)`.execute(rows);
    // What is long over is news to nobody.
    const quiet = { ...tx, tenantId: tenant.tenantId, push: async () => {}, announce: async () => {} };
    for (let from = 0; from < calls.length; from += PIECE)
      await writeInto(
        quiet,
        calls.slice(from, from + PIECE).flatMap(({ entries }) => entries),
      );
    const customerFacts = calls.map(({ callId, customer, remark }) => ({ callId, name: customer?.name ?? '', remark }));
    await sql`
    update call_record r set customer_name = s.name, remark = s.remark from jsonb_to_recordset(${JSON.stringify(customerFacts)}::jsonb) as s ("callId" text, name text, remark text)
    where r.tenant_id = ${tenant.tenantId} and r.call_id = s."callId"`.execute(rows);
    await tieDemoCalls(tx, tenant.tenantId);
    for (const [place, call] of calls
      .filter(({ talked }) => talked)
      .slice(-conversations.length)
      .entries())
      await keepConversation(tx, files, tenant, call, place);
    await sql`insert into tenant_setting (name, value) values ('RecordingRetentionDays', ${KEPT_DAYS}) on conflict do nothing`.execute(
      rows,
    );
    await sql`select set_config('app.tenant', '', true)`.execute(rows);
  };

async function phonesOf(tx: Tx, { tenantId, people }: DemoTenant, node: string): Promise<DemoPhones> {
  const rows = tx.as<never>();
  const { rows: agents } = await sql<{
    userId: number;
    sipNum: string;
  }>`select user_id "userId", sip_num "sipNum" from ${agentRows} a where tenant_id = ${tenantId} order by user_id`.execute(
    rows,
  );
  const { rows: groups } = await sql<{
    id: number;
  }>`select id from ${groupRows} g where tenant_id = ${tenantId} order by id`.execute(rows);
  const { rows: numbers } = await sql<{
    id: number;
    number: string;
    groupId: number | null;
  }>`select id, number, group_id "groupId" from did_number where tenant_id = ${tenantId} order by id`.execute(rows);
  const withVoice = people.filter(({ voiceSeat }) => voiceSeat).map(({ userId }) => userId);
  return {
    agents: agents.filter(({ userId }) => withVoice.includes(userId)),
    groups: groups.map(({ id }) => id),
    numbers,
    node,
  };
}

async function keepConversation(
  tx: Tx,
  files: World['files'],
  { tenantId }: DemoTenant,
  { callId, startedMs }: DemoCall,
  place: number,
): Promise<void> {
  await keepDemoSound(tx, files, {
    tenantId,
    callId,
    recordingId: `${callId}-1`,
    key: `t${tenantId}/demo-conversation-${place + 1}`,
    kind: 'call',
    turns: conversations[place]!,
    atMs: startedMs,
  });
}
