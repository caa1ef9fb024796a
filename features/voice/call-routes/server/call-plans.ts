import type { CallingVisitor } from '#core/call/call-life.ts';
import type { CallSettings, InboundPlan, InternalPlan, OutboundPlan } from '#core/call/call-plan.ts';
import type { LegCharge } from '#core/money/leg-charge.ts';
import type { HoldFor } from '#features/money/charges/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { FailureName } from '#shared/errors.ts';

export type {
  CallSettings,
  InboundMenu,
  InboundPlan,
  InternalPlan,
  MenuGoal,
  OutboundPlan,
} from '#core/call/call-plan.ts';

/**
 * Where a call may go. `core/call/call-permission.ts` decides from facts; this reads the facts.
 * Nothing a phone says of itself is believed: the account comes from its registration, the rest is looked up.
 */
export interface CallPlans {
  outbound(ask: OutboundAsk): Promise<OutboundPlan | InternalPlan | RefusedPlan>;
  inbound(ask: { line: string; did: string; from: string; forCall?: HoldFor }): Promise<
    | InboundPlan
    | {
        refused: FailureName;
        detail?: string;
        /** Whom the call was for, when it is to be written down. */ called?: {
          tenantId: number;
          didNumberId: number;
          did: string;
          from: string;
        };
      }
  >;
  /** A guest of the exchange calls: where the pass leads. */
  guest(guest: string): Promise<InboundPlan | { refused: FailureName }>;
  /** Where a flow may send its caller on: a number outside, as the tenant may call it. Counts for the limits of the whole tenant. */
  onward(ask: {
    tenantId: number;
    number: string;
    shown: string;
    forCall?: HoldFor;
  }): Promise<ProgramWay | RefusedPlan>;
  /** Where a program calls by itself, over routes for that. Counts like `onward`, and never calls for help. */
  autoDial(ask: AutoDialAsk & { tenantId: number }): Promise<AutoDialWay | RefusedPlan>;
  /**
   * The same for several numbers, answered in their order and counted one after another. In the transaction of whoever asks, where one is
   * given: calls of the tenant wait for its end.
   */
  autoDialMany(tenantId: number, asks: readonly AutoDialAsk[], tx?: TenantTx): Promise<(AutoDialWay | RefusedPlan)[]>;
  /** The way to the mobile of an agent, which is one of our phones: the money and the lines of the tenant hold, what protects called people does not. Counts like `onward`. */
  device(ask: { tenantId: number; number: string; forCall?: HoldFor }): Promise<ProgramWay | RefusedPlan>;
  /** Why the tenant may not call this number at all; what is promised to a caller is asked here first. Counts nothing. */
  whyNever(ask: { tenantId: number; number: string }): Promise<RefusedPlan | null>;
  /** Why a program may not call this number now. Counts nothing. */
  whyNotNow(ask: AutoDialAsk & { tenantId: number }): Promise<RefusedPlan | null>;
  /**
   * Every plan outward that was given ends here, once, answered or not: it frees its place on the trunk and feeds the limits.
   * `userId` null: the flow's, not an agent's. What was talked, and over which trunk, is what it cost. What lay ready for one that was not
   * answered (`chargeRef`) is given back.
   */
  outboundEnded(
    tenantId: number,
    userId: number | null,
    number: string,
    answered: boolean,
    talk?: { trunkId?: number | null; talkedMs?: number; chargeRef?: string | undefined },
  ): Promise<void>;
  /** What lay ready for a call that did not begin after all. */
  giveBack(plan: Pick<InboundPlan, 'tenantId' | 'charge' | 'flowCharge'>): Promise<void>;
}

/** A way for a call that no agent places. */
export interface ProgramWay {
  number: string;
  trunks: OutboundPlan['trunks'];
  displayNumber: string;
  /** What it costs; null: nothing. */
  charge?: LegCharge | null;
}

export interface AutoDialAsk {
  number: string;
  /** 0: the default routes. */
  routerId?: number;
  /** Empty: the default. */
  shown?: string;
  /** A flow will talk, at its own price. */
  byFlow?: boolean;
  forCall?: HoldFor;
}

/** Over what a program calls somebody by itself, and by which settings of the tenant. */
export interface AutoDialWay extends ProgramWay {
  country: string | null;
  /** The route the first trunk is of; as asked where the tenant has none. */
  routerId: number;
  settings: CallSettings;
  flowCharge?: LegCharge | null;
}

/** Whoever gives guests their passes answers for them; unknown ones are null. */
export interface GuestCallers {
  caller(guest: string): Promise<GuestCaller | null>;
}

export interface GuestCaller extends CallingVisitor {
  tenantId: number;
  groupId: number;
  language: string;
  /** Shut out meanwhile. */
  isBlocked: boolean;
}

export interface RefusedPlan {
  refused: FailureName;
  detail?: string;
  /** Whom it was for, where what was dialled only stood for the number. */
  number?: string;
}

export interface OutboundAsk {
  account: string;
  /** As dialled. */
  to: string;
  /** Values of `shared/call-headers.ts`, as the phone sent them. */
  headers: Readonly<Record<string, string>>;
  /** Asked by the server itself or by a signed-in page (a transfer, a callback): there is no token of the phone to check. */
  vouched?: boolean;
  /** Asked by the page of an agent whose mobile is rung first: it needs no token, and nothing else it says is believed. */
  ofOwnPage?: boolean;
  forCall?: HoldFor;
}
