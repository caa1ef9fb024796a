import type { GoingOn } from '#core/call/going-on.ts';
import type { CampaignCallEnd } from '#core/call/campaign-call.ts';
import type { CampaignRow, DueMember } from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import type { AnsweredCalls } from '../core/allowance.ts';
import type { DialLimit } from '../core/dial-room.ts';
import type { PacingWhy } from '../core/pacing.ts';

/**
 * Calls for campaigns of the dialler and of flows. It lives where the voice desk of a tenant lives: what it writes is fenced by the same lease,
 * so that one process alone dials for a tenant.
 *
 * 1. An attempt is committed, with the id its call will have, before anything leaves.
 * 2. It is told once what became of it, by the events of the desk. Whoever comes after a process that died ends what nobody can decide as unknown.
 * 3. A pause, a stop or an end of the time begins nothing new. What rings goes on ringing, and whoever answers finds somebody: a phone
 *    that stops after three seconds makes people call back.
 * 4. Nothing is asked of the database while no campaign runs.
 */
export interface CampaignEngine {
  /** How a campaign stands at this moment; null where it does not run here. */
  live(tenantId: number, campaignId: number): LiveCampaign | null;
  /** After changes of what `live` says, at most a few times a second for each campaign. */
  onChange(listener: (tenantId: number, campaignId: number) => void): () => void;
  /** Ends a call of a campaign, without a word; false where it does not go on. */
  endCall(tenantId: number, callId: string): boolean;
  /** Something of the tenant's campaigns is other than before: they are read again. */
  wake(tenantId: number): void;
  start(): Promise<void>;
  /** Dials nobody any more; the calls that go on are still written down. */
  close(): void;
  /** After the last call has ended: what is to be written is. */
  stop(): Promise<void>;
  /** Ends what an earlier home left undecided, and goes on; also with calls that outlived it. */
  moveIn(tenantId: number, goingOn?: GoingOn['campaigns']): Promise<void>;
  /** The desk is another process's: nothing of it is known here any more, and nothing is written. */
  moveOut(tenantId: number): Promise<void>;
  /** Tenants with campaigns that run, or attempts under way. */
  leftBehind(): Promise<number[]>;
}

/** A campaign at this moment. */
export interface LiveCampaign {
  campaignId: number;
  /** Calls that left and do not ring yet, ring, were answered and want an agent, are talked in (by an agent, or by the flow). */
  dialling: number;
  ringing: number;
  waiting: number;
  talking: number;
  /** Agents of it that a call may go to now, and those in the work after one. None of a flow's. */
  free: number;
  wrapUp: number;
  /** Why so many are dialled and no more; null before the first time, and for a flow's. */
  why: PacingWhy | null;
  /** What keeps a flow from calling more, or any campaign from calling at all. */
  limit: LiveLimit | null;
  today: AnsweredCalls;
  thirtyDays: AnsweredCalls;
  /** Calls begun in the last second. */
  startsPerSec: number;
}

/**
 * `calls`: as many as it may have at once. `machine`: as many as this machine can bear. `refused`: the lines are full, it waits a moment.
 * `oldList`: a country's list is too old to call by. `teamLimit`: the team has called as many numbers as it may.
 */
export type LiveLimit = DialLimit | 'paused';

/** What AI campaigns know of their calls beyond the line; their own capability gives it. */
export interface FlowCallers {
  /** Before it is dialled: what the flow is told, once what it will say was spoken; null: that could not be (final status 15). */
  prepare(of: {
    tenantId: number;
    campaign: CampaignRow;
    member: DueMember;
  }): Promise<Readonly<Record<string, string>> | null>;
  /** What came of a call that is over, in the transaction that ends its attempt; null: nothing beyond its status. */
  resultOf(
    tx: TenantTx,
    of: { callId: string; status: FinalCallStatus; wasMachine: boolean; end: CampaignCallEnd | null },
  ): Promise<AiCallResult | null>;
}
