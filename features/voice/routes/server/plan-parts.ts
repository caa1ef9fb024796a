import { checkCaller } from '#core/call/call-permission.ts';
import type { Refused } from '#core/call/plan-facts.ts';
import type { ExchangeFacts } from '#core/telephony/exchange-facts.ts';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import type { GuestCallers, RefusedCall } from './call-plans.ts';

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
  /** 0 ≤ chance < 1, another one each time. */
  chance(): number;
}

/** What an exchange that says nothing of its carriers has. */
const REHEARSAL_ALONE = [{ name: 'rehearsal', isRehearsal: true }];

export const carriersOf = ({ carriers }: Pick<ExchangeFacts, 'carriers'>): readonly CarrierFact[] =>
  carriers?.() ?? REHEARSAL_ALONE;
type CarrierFact = (typeof REHEARSAL_ALONE)[number];

/** Carriers that lead out of the house. */
export const realCarriers = (exchange: Pick<ExchangeFacts, 'carriers'>): string[] =>
  carriersOf(exchange).flatMap(({ name, isRehearsal }) => (isRehearsal ? [] : [name]));

/** A refusal as phones and flows are told it. */
export const told = ({ refused, detail }: Refused): RefusedCall => ({ refused, detail });

/** A refusal before anything else is known of the call. */
export const refusedBecause = (why: 'stopping' | 'unreachable' | 'token'): RefusedCall =>
  told(
    checkCaller({
      purpose: 'manual',
      exchange: why === 'token' ? 'up' : why,
      hasRightToken: false,
      colleague: null,
      nowMs: 0,
      paidUntilMs: null,
      balance: null,
      dialled: { is: 'wrong', why: 'characters' },
      hasEmergencyTrunk: false,
      isOwnNumber: false,
      allowedCountries: [],
      isBlacklisted: false,
    }) as Refused,
  );
