import { sql } from 'kysely';
import { CaseTable, usualAnswers } from '#core/flow/case-table.ts';
import { FlowCase, type CaseStep } from '#core/flow/case.ts';
import type { Flow } from '#core/flow/flow.ts';
import type { FlowMessage } from '#core/flow/flow-events.ts';
import { demoAiCall } from '#features/voice/call-records/server/index.ts';
import { numberRows } from '#features/voice/did-numbers/server/index.ts';
import { flowRows } from '#features/flows/flows/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { demoTalks, type DemoTalk } from './demo-talks.ts';
import { figures } from './talk-figures.ts';
import { talkMessage, type TalkMessage } from './talk-message.ts';
import { talksRepo } from './talks.repo.ts';

const MINUTE_MS = 60_000;
/** Of a letter that is spoken. */
const LETTER_MS = 55;
const THINKING_MS = 900;

interface Known {
  flows: readonly { id: number; name: string; version: number; flow: Flow }[];
  customers: readonly { id: number; name: string; number: string }[];
  ourNumber: string;
}

/** Conversations as the flows of the demo hold them: played through the same machine, with hours and measures of a usual day. */
export async function demoFlowTalks(tx: Tx, tenant: DemoTenant): Promise<void> {
  const rows = tx.as<never>();
  const known = await knownOf(tx, tenant.tenantId);
  await sql`select set_config('app.tenant', ${String(tenant.tenantId)}, true)`.execute(rows);
  for (const [place, talk] of demoTalks(tenant.language, known.customers[0]?.name).entries())
    await keep(tx, tenant, known, talk, place);
  await sql`select set_config('app.tenant', '', true)`.execute(rows);
}

async function knownOf(tx: Tx, tenantId: number): Promise<Known> {
  const rows = tx.as<never>();
  const { rows: flows } = await sql<
    Known['flows'][number]
  >`select f.id, f.name, v.version, v.flow from ${flowRows} f join flow_version v on v.flow_id = f.id and v.version = f.published_version where f.tenant_id = ${tenantId} order by f.id`.execute(
    rows,
  );
  const { rows: customers } = await sql<
    Known['customers'][number]
  >`select id, full_name as name, phones[1] as number from customer where tenant_id = ${tenantId} and deleted_at is null and cardinality(phones) > 0 order by (full_name like '% %') desc, id limit 5`.execute(
    rows,
  );
  const { rows: numbers } = await sql<{
    number: string;
  }>`select number from ${numberRows} n where tenant_id = ${tenantId} order by id limit 1`.execute(rows);
  return { flows, customers, ourNumber: numbers[0]?.number ?? '' };
}

async function keep(
  tx: Tx,
  { tenantId, people, timeZone, nowMs, chance }: DemoTenant,
  { flows, customers, ourNumber }: Known,
  { has, minutesAgo, isTest, language, steps }: DemoTalk,
  place: number,
): Promise<void> {
  const found = flows.find(({ flow }) => flow.nodes.some(({ id }) => id === has));
  const customer = customers[place % Math.max(1, customers.length)];
  if (!found || (!customer && !isTest)) return;
  const startedMs = nowMs - minutesAgo * MINUTE_MS;
  const { messages: flowMessages, run } = played(found.flow, {
    steps,
    language,
    at: new Date(startedMs).toISOString(),
    timeZone,
    ...(isTest ? {} : { caller: { number: customer!.number } }),
  });
  if (run.result === null) return;
  const talkId = `demo-${tenantId}-${place + 1}`;
  const messages = timed(talkId, startedMs, flowMessages, { isVoice: !isTest, chance });
  // A conversation on the telephone has its call beside it.
  const callId = isTest ? null : `demo-ai-${tenantId}-${place + 1}`;
  if (callId !== null)
    await demoAiCall(tx, {
      tenantId,
      callId,
      customer: customer!,
      ourNumber,
      startedMs,
      endedMs: messages.at(-1)!.createTs,
    });
  const repo = talksRepo({ ...tx, tenantId, push: async () => {} });
  const talk = await repo.add({
    talkId,
    source: isTest ? 'test' : 'call',
    mode: isTest ? 'text' : 'voice',
    flowId: found.id,
    flowName: found.name,
    flowVersion: isTest ? null : found.version,
    callId,
    customerId: isTest ? null : customer!.id,
    number: isTest ? '' : customer!.number,
    ourNumber: isTest ? '' : ourNumber,
    userId: isTest ? (people.find(({ role }) => role === 'manager')?.userId ?? people[0]?.userId ?? null) : null,
    language,
    node: 'demo',
    startedMs,
  });
  await repo.write(talk, 1, messages);
  await repo.end(talk, {
    endedMs: messages.at(-1)!.createTs,
    result: run.result,
    ...figures(messages),
    variables: run.values,
    language: run.language,
  });
}

/** Plays a conversation of the demo to its end. */
export function played(
  flow: Flow,
  wish: { steps: readonly CaseStep[]; language: string; at: string; timeZone: string; caller?: { number: string } },
): CaseTable {
  const kept = FlowCase.parse({ name: 'demo', expects: [], ...wish });
  const table = new CaseTable(flow, kept, usualAnswers);
  for (const step of kept.steps) table.take(step);
  return table;
}

/** Everything told gets its moment; spoken turns also what was measured of them. */
function timed(
  callId: string,
  startedMs: number,
  flowMessages: readonly FlowMessage[],
  { isVoice, chance }: { isVoice: boolean; chance(): number },
): TalkMessage[] {
  const messages: TalkMessage[] = [];
  let nowMs = startedMs;
  let hasUserSpoken = false;
  const addMessage = (type: MessageType, nodeId: string | null, info: Readonly<Record<string, unknown>>) =>
    void messages.push(talkMessage({ callId, no: messages.length + 1, startedMs, nowMs }, type, nodeId, info));
  const between = (low: number, high: number): number => Math.round(low + chance() * (high - low));
  for (const { type, nodeId, info } of flowMessages) {
    const isUser = type === MessageType.userSaid || type === MessageType.userPressedKeys;
    const words = typeof info['text'] === 'string' ? info['text'] : '';
    if (isUser) nowMs += THINKING_MS + words.length * LETTER_MS;
    if (isUser && isVoice && type === MessageType.userSaid) {
      const ms = between(90, 210);
      nowMs += ms;
      addMessage(MessageType.asrTiming, nodeId, { ms });
    }
    if (type === MessageType.aiSaid && isVoice) {
      const ms = between(60, 160);
      nowMs += ms;
      addMessage(MessageType.ttsTiming, nodeId, { ms, isCached: !words.includes('{{') });
      if (hasUserSpoken) addMessage(MessageType.latency, nodeId, { ms: ms + between(240, 420) });
      hasUserSpoken = false;
    }
    addMessage(type, nodeId, info);
    if (isUser) hasUserSpoken = true;
    if (type === MessageType.aiSaid) nowMs += words.length * LETTER_MS;
    if (type === MessageType.userSilent) nowMs += 6_000;
  }
  return messages;
}
