import { whyNotCall, type Refused } from '#core/call/call-permission.ts';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import type { GuestCallers } from './call-plans.ts';

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
}

/** A refusal before anything else is known of the call. */
export const refusedBecause = (why: 'stopping' | 'unreachable' | 'token'): Refused =>
  whyNotCall({
    exchange: why === 'token' ? 'up' : why,
    hasRightToken: false,
    colleague: null,
    nowMs: 0,
    paidUntilMs: null,
    balance: null,
    dialled: { is: 'wrong', why: 'characters' },
    isOwnNumber: false,
    allowedCountries: [],
    isBlacklisted: false,
  })!;
