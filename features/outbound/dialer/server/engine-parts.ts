import type { CampaignDesk } from '#core/call/campaign-call.ts';
import type { LineRoom } from '#core/call/line-room.ts';
import type { LiveQueueDesk } from '#features/team/agent-groups/server/index.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { CallPlans } from '#features/voice/call-routes/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { CampaignDoor } from '#platform/server/contributions.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import type { Log } from '#platform/server/log.ts';
import type { After } from '#platform/server/timer.ts';
import type { FlowCallers } from './engine.ts';

/** What this machine can bear besides what it does. */
export interface MachineLoad {
  /** So many more conversations of flows. */
  roomForFlows(underWay: number): number;
  /** This process is on its way out: nobody is called any more. */
  isLeaving?(): boolean;
}

/** What the engine works with. */
export interface EngineParts {
  /** Fenced by the home of the tenant. */
  db: Db;
  clock: Clock;
  log: Log;
  after: After;
  desk: CampaignDesk;
  plans: Pick<CallPlans, 'autoDialMany' | 'outboundEnded' | 'giveBack' | 'whyNotNow'>;
  board: Pick<AgentBoard, 'ofTenant' | 'send' | 'onChange'>;
  queues: Pick<LiveQueueDesk, 'of' | 'waiting' | 'group'>;
  room(tx: TenantTx, ask: { routerId: number; nowMs: number }): Promise<LineRoom>;
  doors(): readonly CampaignDoor[];
  flows: FlowCallers | null;
  machine: MachineLoad;
  newCallId(): string;
}
