import { sql } from 'kysely';
import { switchesOfAccount } from '#core/call/agent-switches.ts';
import type { CallSettings, InternalPlan } from '#core/call/call-plan.ts';
import type { RouterFact, ShownNumber } from '#core/call/plan-facts.ts';
import { allowedIso2, limitsFor, type AppliedLimit } from '#features/voice/call-limits/server/index.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import { numberRows } from '#features/voice/did-numbers/server/index.ts';
import type { CallMoney } from '#core/money/call-money.ts';
import { paidUntilMs } from '#core/money/paid-until.ts';
import { callMoney, type ChargedKind } from '#features/money/charges/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { textOnce, type Asking } from '#platform/server/db/text-once.ts';
import { callSettingNames, obeyed, settingsFrom } from '#features/voice/call-settings/server/index.ts';
import { routersOfGroups, selectRouters } from './routes.repo.ts';
import { shownNumberOf, shownNumbers, shownValues, type ShownAsk, type ShownRow } from './shown-numbers.ts';

/** What is known of a call before it is counted. */
export interface OutboundCallFacts {
  colleague: InternalPlan['callee'] | null;
  isOwnNumber: boolean;
  paidUntilMs: number | null;
  /** Null: nobody counts money. */
  money: CallMoney | null;
  allowedCountries: string[];
  hasEmergencyTrunk: boolean;
  limits: AppliedLimit[];
  routers: (RouterFact & { name: string })[];
  groupRouterIds: number[] | null;
  numbers: ShownNumber[];
  groupNumbersOnly: boolean;
  /** By whose clock a day of the tenant begins. */
  zone: string;
  settings: CallSettings;
}

interface FactsRow extends Omit<
  OutboundCallFacts,
  'colleague' | 'paidUntilMs' | 'allowedCountries' | 'numbers' | 'groupNumbersOnly' | 'settings'
> {
  colleague:
    | ({ userId: number; sipNum: string; name: string } & {
        recordCalls: boolean;
        wrapUp: boolean;
        mobile: string | null;
      })
    | null;
  until: string | null;
  allowed: { iso2: string }[];
  shown: { groupNumbersOnly: boolean; numbers: ShownRow[] };
  settings: Record<string, string> | null;
  language: string | null;
}

const listOf = (query: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(one), '[]') from (${query}) one)`;

export interface FactsAsk extends ShownAsk {
  /** As dialled. */
  to: string;
  /** Carriers that are no rehearsal. */
  realCarriers: readonly string[];
  chargedAs: ChargedKind;
}

/** One question for everything: a call waits for the answer. */
export const readCallFacts = async (tx: TenantTx, ask: FactsAsk): Promise<OutboundCallFacts> =>
  factsOfRow((await callFacts(ask).execute(tx.as())).rows[0]!);

export function callFacts(ask: FactsAsk): Asking<FactsRow> {
  const { userId, number, country, routerId, shown, types, now } = shownValues(ask);
  return asking(ask.to, ask.realCarriers, userId, number, country, routerId, shown, types, now, ask.chargedAs);
}

const asking = textOnce(
  (
    to: string,
    realCarriers: readonly string[],
    userId: number,
    number: string,
    country: string | null,
    routerId: number,
    shown: string,
    types: readonly number[],
    now: Date,
    chargedAs: ChargedKind,
  ) => sql<FactsRow>`
    select
      (select json_build_object('userId', a.user_id, 'sipNum', a.sip_num, 'name', m.nick_name, 'recordCalls', a.record_calls, 'wrapUp', a.wrap_up, 'mobile', a.mobile) from ${agentRows} a join member m on m.user_id = a.user_id and m.enabled where a.sip_num = ${to} and a.enabled) colleague,
      exists (select 1 from ${numberRows} n where number = ${number}) "isOwnNumber",
      case when (select state from tenant) = 'active' then (select value from tenant_setting where name = 'DialerPaidUntil') else '1970-01-01' end until,
      ${callMoney(sql`${chargedAs}`, sql`${country}`, sql`${number}`, sql`${now}`)} money,
      (select json_object_agg(name, value) from tenant_setting where name = any(${callSettingNames})) settings,
      (select default_language from tenant) language, (select default_zone from tenant) zone,
      exists (select from trunk t where t.enabled and t.emergency and (t.carrier = any(${realCarriers}::text[]) or t.carrier ~ '^sip-')) "hasEmergencyTrunk",
      ${routersOfGroups(userId)} "groupRouterIds", ${shownNumbers({ userId, number, country, routerId, shown, types, now })} shown,
      ${listOf(allowedIso2)} allowed, ${listOf(limitsFor(userId))} limits, ${listOf(selectRouters)} routers`,
);

export const factsOfRow = ({
  colleague,
  until,
  allowed,
  shown,
  settings,
  language,
  ...known
}: FactsRow): OutboundCallFacts => ({
  ...known,
  colleague: colleague && {
    userId: colleague.userId,
    sipNum: colleague.sipNum,
    name: colleague.name,
    ...switchesOfAccount(colleague),
  },
  paidUntilMs: paidUntilMs(until ?? ''),
  allowedCountries: allowed.map(({ iso2 }) => iso2),
  numbers: shown.numbers.map(shownNumberOf),
  groupNumbersOnly: shown.groupNumbersOnly,
  settings: obeyed(settingsFrom(new Map(Object.entries(settings ?? {}))), language ?? 'en-US'),
});
