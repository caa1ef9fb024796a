import { sql } from 'kysely';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { Consent } from '#shared/codes/consent.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import type { Language } from '#shared/languages.ts';
import { mayEverCall } from '../core/may-call.ts';
import { usualRetries } from '../core/retry-plan.ts';
import { consentWord } from './may-call-now.ts';

const names: Record<Language, { name: string; note: string; column: string; plan: readonly string[] }> = {
  'zh-CN': {
    name: '会员续费回访',
    note: '会员资格将在下个月到期的客户。',
    column: '套餐',
    plan: ['家庭', '个人', '企业'],
  },
  'en-US': {
    name: 'Membership renewals',
    note: 'Customers whose membership ends next month.',
    column: 'Plan',
    plan: ['Family', 'Single', 'Business'],
  },
  'es-MX': {
    name: 'Renovación de membresías',
    note: 'Clientes cuya membresía vence el próximo mes.',
    column: 'Plan',
    plan: ['Familiar', 'Individual', 'Empresa'],
  },
  'id-ID': {
    name: 'Perpanjangan keanggotaan',
    note: 'Pelanggan yang keanggotaannya berakhir bulan depan.',
    column: 'Paket',
    plan: ['Keluarga', 'Perorangan', 'Bisnis'],
  },
};

const CUSTOMERS = 40;
/** What came of the first ones: talked, missed, unable to connect. */
const called = [
  { result: PreviewResult.normalEnd, status: FinalCallStatus.talked, talkSec: 184 },
  { result: PreviewResult.missed, status: FinalCallStatus.ringNotAnswered, talkSec: 0 },
  { result: PreviewResult.normalEnd, status: FinalCallStatus.talked, talkSec: 77 },
  { result: PreviewResult.unableToConnect, status: FinalCallStatus.numberNotInService, talkSec: 0 },
];
const CALLED = 12;
const [HOUR_MS, MINUTE_MS] = [3_600_000, 60_000];

/** A preview campaign that runs: some were called, some are somebody's, the rest waits for whoever asks. */
export async function demoCampaigns(tx: Tx, { tenantId, language, people, nowMs }: DemoTenant): Promise<void> {
  const rows = tx.as<never>();
  const { rows: candidates } = await sql<Candidate>`
    select id, full_name name, phones[1] number, phone_countries[1] country, do_not_call "doNotCall", consent from ${customerRows} c
    where tenant_id = ${tenantId} and deleted_at is null and cardinality(phones) > 0 order by id limit 400`.execute(
    rows,
  );
  const customers = candidates.filter((one) => mayBeCalled(one, nowMs)).slice(0, CUSTOMERS);
  const agents = people.filter(({ voiceSeat }) => voiceSeat);
  if (customers.length === 0 || agents.length === 0) return;
  const words = names[language];
  const { rows: made } = await sql<{ id: number }>`
    insert into campaign (tenant_id, kind, name, note, state, retry, created_by, author, created_at, started_at, customers)
    values (${tenantId}, 'preview', ${words.name}, ${words.note}, 'running', ${JSON.stringify(usualRetries)}::jsonb, ${people[0]!.userId}, ${people[0]!.name},
      ${momentOfMs(nowMs - 50 * HOUR_MS)}, ${momentOfMs(nowMs - 48 * HOUR_MS)}, ${customers.length}) returning id`.execute(
    rows,
  );
  const campaignId = made[0]!.id;
  let completed = 0;
  for (const [place, { id, name, number, country }] of customers.entries()) {
    const end = place < CALLED ? called[place % called.length]! : null;
    const isDone = end !== null && end.result !== PreviewResult.missed;
    completed += isDone ? 1 : 0;
    const agent = place < CALLED + agents.length * 3 ? agents[place % agents.length]! : null;
    const calledMs = nowMs - (CALLED - place) * 20 * MINUTE_MS;
    const { rows: added } = await sql<{ id: number }>`
      insert into campaign_customer (tenant_id, campaign_id, customer_id, number, country, name, columns, agent_id, task_state, result, attempts, last_call_at, next_at, closed_by, done_at, done_by)
      values (${tenantId}, ${campaignId}, ${id}, ${number}, ${country}, ${name}, ${JSON.stringify({ [words.column]: words.plan[place % words.plan.length] })}::jsonb, ${agent?.userId ?? null}::bigint,
        ${isDone ? 1 : 0}, ${end?.result ?? 0}, ${end ? 1 : 0}, ${end ? momentOfMs(calledMs) : sql`null`}, ${end && !isDone ? momentOfMs(calledMs + 120 * MINUTE_MS) : sql`'epoch'`},
        ${isDone ? (end.result === PreviewResult.normalEnd ? 'result' : 'never') : null}, ${isDone ? momentOfMs(calledMs) : sql`null`}, ${isDone ? agent!.userId : null}::bigint)
      on conflict (tenant_id, campaign_id, number) do nothing returning id`.execute(rows);
    if (end && added[0])
      await sql`insert into campaign_attempt (tenant_id, campaign_id, member_id, customer_id, number, user_id, status, result, talk_sec, began_at, ended_at)
        values (${tenantId}, ${campaignId}, ${added[0].id}, ${id}, ${number}, ${agent!.userId}, ${end.status}, ${end.result}, ${end.talkSec}, ${momentOfMs(calledMs - end.talkSec * 1_000 - 15_000)}, ${momentOfMs(calledMs)})`.execute(
        rows,
      );
  }
  await sql`update campaign c set completed = ${completed}, customers = (select count(*) from campaign_customer x where x.campaign_id = c.id) where c.id = ${campaignId}`.execute(
    rows,
  );
}

interface Candidate {
  id: number;
  name: string;
  number: string;
  country: string;
  doNotCall: boolean;
  consent: Consent;
}

/** As a list is judged when it is read: nobody of the demo is taken out again at the first call. */
const mayBeCalled = ({ number, country, doNotCall, consent }: Candidate, nowMs: number): boolean =>
  mayEverCall(
    {
      number,
      country,
      zones: [],
      isOwnNumber: false,
      isBlacklisted: false,
      hasOptedOut: doNotCall,
      consent: consentWord(consent),
      nationalList: null,
      calledAtMs: [],
      abandonedAtMs: null,
      refusedAtMs: null,
      isUndecided: false,
    },
    false,
    nowMs,
  ).allowed;
