import { checkCaller } from '#core/call/call-permission.ts';
import type { Refused } from '#core/call/plan-facts.ts';
import type { ExchangeFacts } from '#core/telephony/exchange-facts.ts';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import type { GuestCallers, RefusedPlan } from './call-plans.ts';

/** Which rule sends a caller elsewhere than their number says; null where none does. */
export type Allocate = (
  tx: TenantTx,
  call: { didNumberId: number; from: string; nowMs: number },
) => Promise<
  { kind: 'flow'; flowId: number } | { kind: 'group'; groupId: number } | { kind: 'agent'; userId: number } | null
>;

/** What plans are made with. */
export interface PlanParts extends Pick<World, 'db' | 'clock' | 'log' | 'catalogue' | 'exchange'> {
  words: PhoneWords;
  guests: GuestCallers;
  allocate: Allocate;
  /** Whose phones called last, by their accounts: what is asked about them is asked along with the account itself. */
  callers: Map<string, { tenantId: number; userId: number }>;
  /** 0 ≤ chance < 1, another one each time. */
  chance(): number;
}

/** What an exchange that says nothing of its carriers has. */
const REHEARSAL_ALONE: readonly CarrierFact[] = [{ name: 'rehearsal', isRehearsal: true }];

type CarrierFact = ReturnType<NonNullable<ExchangeFacts['carriers']>>[number];

/** What a tenant may have trunks to, besides the lines it describes itself. */
export const carriersOf = ({ carriers }: Pick<ExchangeFacts, 'carriers'>, tenantId: number): readonly CarrierFact[] =>
  (carriers?.() ?? REHEARSAL_ALONE).filter(({ tenantIds }) => !tenantIds || tenantIds.includes(tenantId));

/** Carriers that lead out of the house, besides those the tenant describes itself, which all do. */
export const realCarriers = (exchange: Pick<ExchangeFacts, 'carriers'>, tenantId: number): string[] =>
  carriersOf(exchange, tenantId).flatMap(({ name, isRehearsal }) => (isRehearsal ? [] : [name]));

/** A refusal as phones and flows are told it. */
export const asRefusal = ({ refused, detail }: Refused): RefusedPlan => ({ refused, detail });

/** A refusal before anything else is known of the call. */
export const refusedBecause = (why: 'stopping' | 'unreachable' | 'token'): RefusedPlan =>
  asRefusal(
    checkCaller({
      purpose: 'manual',
      exchange: why === 'token' ? 'up' : why,
      hasRightToken: false,
      colleague: null,
      nowMs: 0,
      paidUntilMs: null,
      dialled: { is: 'wrong', why: 'characters' },
      ringsMobile: false,
      hasEmergencyTrunk: false,
      isOwnNumber: false,
      allowedCountries: [],
      isBlacklisted: false,
    }) as Refused,
  );
