import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { callAttempts } from './call-attempts.ts';
import type { CallPlans, GuestCallers } from './call-plans.ts';
import { decideCall, type CallDecision, type CallQuestion } from './decide-call.ts';
import { refusedBecause, type Allocate, type PlanParts } from './plan-parts.ts';
import { planGuest } from './guest-plan.ts';
import { planInbound } from './inbound-plan.ts';
import { planAutoDial, planDevice, planOnward, whyNever } from './onward-plan.ts';
import { planOutbound } from './outbound-plan.ts';

export type { Allocate } from './plan-parts.ts';

/** The plans, and the way to say that no more calls shall go out. */
export interface OpenCallPlans extends CallPlans {
  close(): void;
  /** What would be decided; nothing is written. */
  ask(tenantId: number, question: Omit<CallQuestion, 'depth'>): Promise<CallDecision>;
}

/** Looks up what the decisions of `core/call/call-permission.ts` need, and writes down what they allow. */
export function openCallPlans(
  world: Pick<World, 'db' | 'clock' | 'log' | 'catalogue' | 'exchange'>,
  guests: GuestCallers = noGuests,
  allocate: Allocate = async () => null,
  chance: () => number = Math.random,
): OpenCallPlans {
  const { db, clock } = world;
  const words = phoneWords(openTenantSecrets(db));
  const parts: PlanParts = { ...world, words, guests, allocate, chance, callers: new Map() };
  let closed = false;

  return {
    async outbound(ask) {
      if (closed) return refusedBecause('stopping');
      try {
        return await planOutbound(parts, ask);
      } catch (thrown) {
        if (!isUnavailable(thrown)) throw thrown;
        return refusedBecause('unreachable');
      }
    },
    inbound: (ask) => planInbound(parts, ask),
    guest: (guest) => planGuest(parts, guest),
    onward: async (ask) => (closed ? refusedBecause('stopping') : planOnward(parts, ask)),
    autoDial: async (ask) => (closed ? refusedBecause('stopping') : planAutoDial(parts, ask)),
    device: async (ask) => (closed ? refusedBecause('stopping') : planDevice(parts, ask)),
    whyNever: async (ask) => (closed ? refusedBecause('stopping') : whyNever(parts, ask)),
    async outboundEnded(tenantId, userId, number, answered, talk) {
      await db.tenant({ tenantId }, (tx) => callAttempts(tx, clock.nowMs()).ended(userId, number, answered, talk));
    },
    ask: (tenantId, question) => db.tenant({ tenantId }, (tx) => decideCall(parts, tx, { ...question, depth: 'look' })),
    close() {
      closed = true;
    },
  };
}

const noGuests: GuestCallers = { caller: async () => null };
