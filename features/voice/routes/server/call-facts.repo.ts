import { sql } from 'kysely';
import type { CallSettings } from '#core/call/call-plan.ts';
import type { RouterFact, ShownNumber } from '#core/call/call-permission.ts';
import { allowedIso2, limitsFor, type AppliedLimit } from '#features/voice/call-limits/server/index.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import { numberRows } from '#features/voice/did-numbers/server/index.ts';
import { balanceMinor } from '#features/office/bills/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { callSettingNames, obeyed, settingsFrom } from '#features/voice/call-settings/server/index.ts';
import { selectNumbers, selectRouters, type NumberRow } from './routes.repo.ts';

/** What is known of a call before it is counted. */
export interface CallFacts {
  colleague: { userId: number; sipNum: string; name: string } | null;
  isOwnNumber: boolean;
  paidUntilMs: number | null;
  balance: number | null;
  allowedCountries: string[];
  limits: AppliedLimit[];
  routers: RouterFact[];
  numbers: ShownNumber[];
  settings: CallSettings;
}

interface FactsRow extends Pick<CallFacts, 'colleague' | 'isOwnNumber' | 'balance' | 'limits' | 'routers'> {
  until: string | null;
  allowed: { iso2: string }[];
  numbers: NumberRow[];
  settings: Record<string, string> | null;
  language: string | null;
}

const listOf = (query: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(one), '[]') from (${query}) one)`;

/** One question for everything: a call waits for the answer. */
export async function readCallFacts(
  tx: TenantTx,
  { to, number, userId }: { to: string; number: string; userId: number },
): Promise<CallFacts> {
  const { rows } = await sql<FactsRow>`
    select
      (select json_build_object('userId', a.user_id, 'sipNum', a.sip_num, 'name', m.nick_name) from ${agentRows} a join member m on m.user_id = a.user_id and m.enabled where a.sip_num = ${to} and a.enabled) colleague,
      exists (select 1 from ${numberRows} n where number = ${number}) "isOwnNumber",
      (select value from tenant_setting where name = 'DialerPaidUntil') until,
      ${balanceMinor} balance,
      (select json_object_agg(name, value) from tenant_setting where name = any(${callSettingNames})) settings,
      (select default_language from tenant) language,
      ${listOf(allowedIso2)} allowed, ${listOf(limitsFor(userId))} limits, ${listOf(selectRouters)} routers, ${listOf(selectNumbers(sql`true`))} numbers`.execute(
    tx.as(),
  );
  const { until, allowed, numbers, settings, language, ...known } = rows[0]!;
  return {
    ...known,
    paidUntilMs: endOfDay(until ?? ''),
    allowedCountries: allowed.map(({ iso2 }) => iso2),
    numbers: numbers.map(({ number: shown, countryIso2, routerId }) => ({
      number: shown,
      country: countryIso2 || null,
      routerId,
    })),
    settings: obeyed(settingsFrom(new Map(Object.entries(settings ?? {}))), language ?? 'en-US'),
  };
}

const DAY_MS = 86_400_000;

/** The plan holds through its last day, in UTC. */
function endOfDay(date: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return null;
  const startMs = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(startMs) ? null : startMs + DAY_MS;
}
