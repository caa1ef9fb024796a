import { sql } from 'kysely';
import { agentRows, openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { releaseHolds } from '#features/money/charges/server/index.ts';
import { currencyText } from '#features/money/ledger/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { callAttempts } from './call-attempts.ts';
import { callFacts, factsOfRow } from './call-facts.repo.ts';
import type { CallPlans, GuestCallers } from './call-plans.ts';
import { decideCall, factsAskOf, type CallDecision, type CallQuestion } from './decide-call.ts';
import { refusedBecause, type Allocate, type PlanParts } from './plan-parts.ts';
import { planGuest } from './guest-plan.ts';
import { planInbound } from './inbound-plan.ts';
import { planAutoDial, planAutoDials, planDevice, planOnward, whyNever, whyNotNow } from './onward-plan.ts';
import { planOutbound } from './outbound-plan.ts';

export type { Allocate } from './plan-parts.ts';

/** The plans, and the way to say that no more calls shall go out. */
export interface OpenCallPlans extends CallPlans {
  close(): void;
  /** What would be decided if this agent called; nothing is written. Null where there is no such agent. */
  ask(tenantId: number, userId: number, question: PlanQuestion): Promise<AskedPlan | null>;
}

/** A call somebody thinks of; whose it would be is told apart. */
type PlanQuestion = Omit<CallQuestion, 'depth' | 'userId' | 'viaMobile' | 'chargedAs' | 'forCall'>;

export interface AskedPlan extends CallDecision {
  currency: string;
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
    autoDialMany: async (...asked) =>
      closed ? asked[1].map(() => refusedBecause('stopping')) : planAutoDials(parts, ...asked),
    device: async (ask) => (closed ? refusedBecause('stopping') : planDevice(parts, ask)),
    whyNever: async (ask) => (closed ? refusedBecause('stopping') : whyNever(parts, ask)),
    whyNotNow: async (ask) => (closed ? refusedBecause('stopping') : whyNotNow(parts, ask)),
    async outboundEnded(tenantId, userId, number, answered, talk) {
      await db.tenant({ tenantId }, async (tx) => {
        // Money before the numbers shown, as plans take them: two who meet wait one after the other, not for each other.
        if (!answered && talk?.chargeRef !== undefined) await releaseHolds(tx, [talk.chargeRef]);
        await callAttempts(tx, clock.nowMs()).ended(userId, number, answered, talk);
      });
    },
    async giveBack({ tenantId, charge, flowCharge }) {
      const refs = [charge, flowCharge].flatMap((one) => one?.ref ?? []);
      if (refs.length > 0) await db.tenant({ tenantId }, (tx) => releaseHolds(tx, refs));
    },
    ask: (...asked) => askPlan(parts, ...asked),
    close() {
      closed = true;
    },
  };
}

const noGuests: GuestCallers = { caller: async () => null };

/** As a call is decided: what is known of it in one journey, then what depends on that. */
async function askPlan(
  parts: PlanParts,
  tenantId: number,
  agentId: number,
  asked: PlanQuestion,
): Promise<AskedPlan | null> {
  // What programs dial has nothing to do with whoever asks about it.
  const isTheirs = asked.purpose === 'manual';
  const question: CallQuestion = {
    ...asked,
    userId: isTheirs ? agentId : null,
    depth: 'look',
    chargedAs: asked.purpose === 'autoDial' ? 'task' : 'manual',
  };
  const [agents, facts] = await parts.db.read({ tenantId }, [
    sql<{ hasMobile: boolean; currency: string }>`
      select a.mobile is not null "hasMobile", ${currencyText} currency from ${agentRows} a where a.user_id = ${agentId}`,
    callFacts(factsAskOf(parts, tenantId, question)),
  ]);
  const [agent] = agents;
  if (!agent) return null;
  const known = factsOfRow(facts[0]!);
  const viaMobile = isTheirs && agent.hasMobile;
  const decided = await parts.db.tenant({ tenantId }, (tx) => decideCall(parts, tx, { ...question, viaMobile }, known));
  return { ...decided, currency: agent.currency };
}
