import type { Call } from '#core/call/call.ts';
import type { CampaignDesk } from '#core/call/campaign-call.ts';
import type { GoingOn } from '#core/call/going-on.ts';
import type { World } from '#platform/server/world.ts';
import type { CallView } from '../core/call-view.ts';
import type { CallStart } from '../core/open-call.ts';
import type { DrivenCall } from './live-call.ts';
import type { RecentCall } from './recent-calls.ts';
import type { GoalParts } from './transfer-goal.ts';
import type { UnbegunCalls } from './unbegun-calls.ts';

export type CallDeskWorld = Pick<
  World,
  'db' | 'telephony' | 'sessions' | 'exchange' | 'clock' | 'log' | 'metrics' | 'traces'
>;

/** Every call of the tenants that are at home in this process. */
export interface CallDesk {
  start(): Promise<void>;
  /**
   * Hangs up everything; callers in line are kept as promises where their group allows it. Calls that outlive this process are left as they
   * are, for the next one.
   */
  stop(): Promise<void>;
  /** A call that goes on. */
  call(tenantId: number, callId: string): DrivenCall | null;
  /**
   * Finds the calls again that outlived the process the desk of this tenant was in; nothing happens in them before `takeUp`. Closes the records of
   * those that were cut off with it, and hangs up legs that belong to no call.
   */
  moveIn(tenantId: number): Promise<void>;
  /** What was found, for whoever moves in with the desk. */
  goingOn(tenantId: number): GoingOn;
  /** Board and line stand: what was found goes on. */
  takeUp(tenantId: number): Promise<void>;
  /** Before the desk is handed over: what calls that outlive this process asked for is done and written. */
  writeDown(tenantId: number): Promise<void>;
  /**
   * The desk is another process's: its calls are forgotten here. Where they outlive this process they are written down as they are; else
   * they are hung up, and nothing is written.
   */
  moveOut(tenantId: number): Promise<void>;
  /** Tenants with calls that go on, or were cut off. */
  leftBehind(): Promise<number[]>;
  /** Ends every call of a tenant at once, and writes them down. */
  endAll(tenantId: number): void;
  /** A call of the tenant goes on, or what was recorded of one is not yet kept: the desk stays where it is. */
  isBusy(tenantId: number): boolean;
  /** Nobody begins a call here any more. */
  isDraining(): boolean;
  /** How many calls go on. */
  count(): number;
  /** What a person's page shows, the oldest call first. */
  viewsOf(tenantId: number, userId: number): CallView[];
  /** A call that goes on or ended lately; null when it is longer ago. */
  recent(tenantId: number, callId: string): RecentCall | null;
  /** Every call of a tenant that goes on, the oldest first. */
  ofTenant(tenantId: number): LiveNow[];
  /** After every step of a call. */
  onChange(listener: (call: Call, before: Call) => void): () => void;
  /** Begins a call of somebody whose mobile is rung first. */
  begin(call: Call): void;
  newStart(): CallStart;
  /** Writes down calls of theirs that do not begin. */
  unbegun: UnbegunCalls;
  /** Whom a customer may be handed to is looked up with these. */
  goalParts: GoalParts;
  /** Calls that campaigns make. */
  campaigns: CampaignDesk;
  /** Nothing is waiting to be done; for tests. */
  settled(): Promise<void>;
}

/** A call at this moment. */
export interface LiveNow {
  call: Call;
  /** How its agent's phone was last heard; null before there is a figure. */
  mos: number | null;
}
